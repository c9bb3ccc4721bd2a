"""Encrypted values in the payloads of jobs."""

from __future__ import annotations

import pytest

from consent_app.jobs import JobFailed, RetryLater, decrypt_for_job
from consent_app.security.encryption import Encrypter
from consent_app.security.keyring import KeyRing


def encrypter(key_id: str) -> Encrypter:
    return Encrypter(KeyRing(((key_id, bytes(32)),)), "a test")


def test_a_value_waits_for_its_key_and_a_damaged_one_does_not() -> None:
    sealed = encrypter("newer").encrypt(b"value")
    assert decrypt_for_job(encrypter("newer"), sealed, "The value") == b"value"
    with pytest.raises(RetryLater) as waits:
        decrypt_for_job(encrypter("older"), sealed, "The value")
    assert not isinstance(waits.value, JobFailed)
    assert waits.value.reason == (
        "The value is encrypted with the key newer, which this process does not have."
    )
    with pytest.raises(JobFailed, match="The value cannot be decrypted"):
        decrypt_for_job(encrypter("newer"), f"{sealed[:-4]}AAAA", "The value")
