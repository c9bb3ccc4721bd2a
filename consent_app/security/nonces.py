"""Nonces for identity providers: made here, bound to their expiry, and verified without a table.

A page sends one when it requests an ID token from a provider (OpenID Connect Core §3.1.2.1), and
the token contains it. The code that accepts the token must ensure that it is used only once.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from datetime import UTC, datetime

from consent_app.security.keyring import KeyRing, UnknownKeyError

_PURPOSE = "mac:identity-nonce"
_PREFIX = "cn1"
_RANDOM_BYTES = 16
_TIME_BYTES = 8
_MAC_BYTES = 16


def new_nonce(keys: KeyRing, expires_at: datetime) -> str:
    """Return a new nonce, of characters that need no encoding in a URL."""
    body = int(expires_at.timestamp()).to_bytes(_TIME_BYTES) + secrets.token_bytes(_RANDOM_BYTES)
    signed = body + _mac(keys, keys.primary, body)
    text = base64.urlsafe_b64encode(signed).rstrip(b"=").decode()
    return f"{_PREFIX}.{keys.primary}.{text}"


def looks_like_nonce(nonce: str) -> bool:
    """Return whether ``nonce`` has the form of one that this service made."""
    return nonce.startswith(f"{_PREFIX}.")


def nonce_expiry(keys: KeyRing, nonce: str) -> datetime | None:
    """Return when one of our nonces expires; None for any other."""
    prefix, _, payload = nonce.partition(".")
    key_id, _, encoded = payload.partition(".")
    try:
        signed = base64.b64decode(encoded + "=" * (-len(encoded) % 4), b"-_", validate=True)
        body, mac = signed[:-_MAC_BYTES], signed[-_MAC_BYTES:]
        expected = _mac(keys, key_id, body)
    except (UnknownKeyError, binascii.Error, ValueError):
        return None
    # Base64 has more than one encoding of the same bytes. Only one of them is accepted.
    is_canonical = base64.urlsafe_b64encode(signed).rstrip(b"=").decode() == encoded
    is_authentic = hmac.compare_digest(mac, expected) and len(body) == _TIME_BYTES + _RANDOM_BYTES
    if prefix != _PREFIX or not is_authentic or not is_canonical:
        return None
    return datetime.fromtimestamp(int.from_bytes(body[:_TIME_BYTES]), UTC)


def _mac(keys: KeyRing, key_id: str, body: bytes) -> bytes:
    key = keys.derive(_PURPOSE, key_id)
    return hashlib.blake2b(body, key=key, digest_size=_MAC_BYTES).digest()
