"""Encrypting and authenticating values with PyNaCl's SecretBox. Each names its key."""

from __future__ import annotations

import base64
import binascii

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from consent_app.security.keyring import KeyRing, UnknownKeyError


class DecryptionError(ValueError):
    """A value that is malformed, was encrypted with an unknown key, or was tampered with."""


class UnknownEncryptionKeyError(DecryptionError):
    """A value that names a key which is not on the ring. Its text says which.

    During a key rotation, another process may have it already.
    """

    def __init__(self, key_id: str) -> None:
        super().__init__(f"encrypted with the key {key_id}, which this process does not have")


class Encrypter:
    """Encrypts and decrypts byte strings for one purpose. The text form is ``<key
    id>.<base64url>``."""

    def __init__(self, keys: KeyRing, purpose: str) -> None:
        self._keys = keys
        self._purpose = f"seal:{purpose}"

    def encrypt(self, plain: bytes) -> str:
        """Return ``plain`` encrypted with the primary key, as URL-safe text."""
        key_id = self._keys.primary
        box = SecretBox(self._keys.derive(self._purpose, key_id))
        sealed = base64.urlsafe_b64encode(bytes(box.encrypt(plain))).rstrip(b"=").decode()
        return f"{key_id}.{sealed}"

    def decrypt(self, text: str) -> bytes:
        """Return the plain value. Raises DecryptionError for anything this ring did not encrypt."""
        key_id, _, encoded = text.partition(".")
        try:
            raw = base64.b64decode(
                encoded.encode("ascii") + b"=" * (-len(encoded) % 4), b"-_", validate=True
            )
            key = self._keys.derive(self._purpose, key_id)
            return SecretBox(key).decrypt(raw)
        except UnknownKeyError:
            # Repeat only a well-formed id: the text may come from outside, and is logged.
            if not (key_id.isascii() and key_id.isalnum() and len(key_id) <= 16):
                raise DecryptionError("not an encrypted value of this service") from None
            raise UnknownEncryptionKeyError(key_id) from None
        except (CryptoError, binascii.Error, ValueError):
            raise DecryptionError("not an encrypted value of this service") from None
