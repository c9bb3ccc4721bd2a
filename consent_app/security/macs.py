"""Keyed digests: a receipt's proof token, and pseudonyms of network addresses."""

from __future__ import annotations

import hashlib
import hmac
from uuid import UUID

from consent_app.security.keyring import KeyRing, UnknownKeyError

_PROOF = "mac:receipt-proof"
_SUBJECT = "mac:guess-subject"
PROOF_BYTES = 16


def proof_token(keys: KeyRing, receipt_id: UUID) -> str:
    """Return ``<key id>.<hex>``: a 128-bit MAC of the receipt's id (``docs/decisions.md`` §5).

    Nothing is stored, and the same id always gives the same MAC: an id is not secret.
    """
    return f"{keys.primary}.{_proof(keys, keys.primary, receipt_id)}"


def verify_proof_token(keys: KeyRing, token: str, receipt_id: UUID) -> bool:
    """Return whether ``token`` is a proof token of ``receipt_id``, made with any key of the
    ring."""
    key_id, _, mac = token.partition(".")
    try:
        expected = _proof(keys, key_id, receipt_id)
    except UnknownKeyError:
        return False
    return hmac.compare_digest(mac.encode("utf-8", "surrogatepass"), expected.encode())


def _proof(keys: KeyRing, key_id: str, receipt_id: UUID) -> str:
    key = keys.derive(_PROOF, key_id)
    return hashlib.blake2b(receipt_id.bytes, key=key, digest_size=PROOF_BYTES).hexdigest()


def address_hash(salt: bytes, address: str) -> str:
    """Return the hex BLAKE2b of a network address, keyed with ``salt``: a pseudonym, 32 digits."""
    return hashlib.blake2b(address.encode(), key=salt, digest_size=16).hexdigest()


def holder_hash(keys: KeyRing, text: str) -> bytes:
    """Return the BLAKE2b, keyed by the key ring, under which somebody's attempts are counted.

    A plain digest of an address or a network could be reversed by trying them all. Counts survive a
    key rotation.
    """
    key = keys.derive_lasting(_SUBJECT)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=key, digest_size=32).digest()
