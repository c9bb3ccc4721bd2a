"""Opaque one-time tokens: 256 random bits, stored only as their SHA-256."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class NewToken:
    """A new token: ``text`` is given to its holder once, ``digest`` is stored."""

    text: str = field(repr=False)
    digest: bytes


def new_token() -> NewToken:
    """Return a new token of 256 bits, 43 characters of base64url."""
    text = secrets.token_urlsafe(32)
    return NewToken(text, token_digest(text))


def token_digest(text: str) -> bytes:
    """Return the SHA-256 under which a token is stored.

    Anything that a client can send is hashed, including lone surrogates, so that no text causes an
    error.
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
