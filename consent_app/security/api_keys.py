"""API keys: ``cmk_<id>_<secret><checksum>``.

The checksum lets a secret scanner, and our own 401, tell a mistyped key from a wrong one without a
query. The id finds the row. Only the SHA-256 of the secret is stored.
"""

from __future__ import annotations

import secrets
import zlib
from dataclasses import dataclass, field
from uuid import UUID

from consent_app.security.tokens import token_digest

PREFIX = "cmk_"
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_SECRET_CHARACTERS = 43  # 256 bits in base 62
_CHECKSUM_CHARACTERS = 6
_LENGTH = len(PREFIX) + 32 + 1 + _SECRET_CHARACTERS + _CHECKSUM_CHARACTERS


@dataclass(frozen=True, slots=True)
class ParsedKey:
    """A key with a correct checksum: the row's id, and the digest to compare with it."""

    id: UUID
    digest: bytes = field(repr=False)


def new_api_key(key_id: UUID) -> tuple[str, bytes]:
    """Return the key's text, shown once, and the digest to store."""
    secret = "".join(secrets.choice(_ALPHABET) for _ in range(_SECRET_CHARACTERS))
    body = f"{PREFIX}{key_id.hex}_{secret}"
    text = body + _checksum(body)
    return text, token_digest(text)


def key_prefix(key_id: UUID) -> str:
    """Return the part of a key that may be shown in a list."""
    return f"{PREFIX}{key_id.hex}"


def looks_like_api_key(text: str) -> bool:
    """Return whether ``text`` looks like an API key."""
    return text.startswith(PREFIX)


def parse_api_key(text: str) -> ParsedKey | None:
    """Return the parts of a well-formed key; None for one that is mistyped or cut off."""
    if len(text) != _LENGTH or not text.isascii() or not text.startswith(PREFIX):
        return None
    body, checksum = text[:-_CHECKSUM_CHARACTERS], text[-_CHECKSUM_CHARACTERS:]
    if _checksum(body) != checksum:
        return None
    try:
        key_id = UUID(hex=body[len(PREFIX) : len(PREFIX) + 32])
    except ValueError:
        return None
    return ParsedKey(key_id, token_digest(text))


def _checksum(body: str) -> str:
    number = zlib.crc32(body.encode())
    digits = ""
    for _ in range(_CHECKSUM_CHARACTERS):
        number, digit = divmod(number, len(_ALPHABET))
        digits = _ALPHABET[digit] + digits
    return digits
