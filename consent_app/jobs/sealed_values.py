"""Encrypted values in the payloads of jobs."""

from __future__ import annotations

from consent_app.jobs.registry import JobFailed, RetryLater
from consent_app.security.encryption import DecryptionError, Encrypter, UnknownEncryptionKeyError


def decrypt_for_job(encrypter: Encrypter, sealed: str, what: str) -> bytes:
    """Return the value. ``what`` names it in the reason of a failure, such as ``The mail``.

    Raises RetryLater for an unknown key: during a key rotation, another process may have a key that
    this one does not have yet. Raises JobFailed for any other value that cannot be decrypted.
    """
    try:
        return encrypter.decrypt(sealed)
    except UnknownEncryptionKeyError as error:
        raise RetryLater(f"{what} is {error}.") from None
    except DecryptionError:
        raise JobFailed(f"{what} cannot be decrypted.") from None
