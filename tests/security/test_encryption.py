"""What is encrypted is decrypted with the keys of the ring, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.security.encryption import (
    DecryptionError,
    Encrypter,
    UnknownEncryptionKeyError,
)
from consent_app.security.keyring import KeyRing

OLD = ("old", b"o" * 32)
NEW = ("new", b"n" * 32)
TEXT = st.text(max_size=200)


def test_ciphertexts_decrypt_after_a_rotation_but_not_after_the_key_is_removed() -> None:
    sealed = Encrypter(KeyRing((OLD,)), "totp").encrypt(b"secret")
    rotated = Encrypter(KeyRing((NEW, OLD)), "totp")
    assert rotated.decrypt(sealed) == b"secret"

    for keys, purpose in ((KeyRing((NEW,)), "totp"), (KeyRing((OLD,)), "mail")):
        with pytest.raises(DecryptionError):
            Encrypter(keys, purpose).decrypt(sealed)


@pytest.mark.parametrize("added", [" ", "\n", "!!!!", "    ", "\n\n\n\n"])
def test_a_ciphertext_with_a_strange_character_is_refused(added: str) -> None:
    encrypter = Encrypter(KeyRing((OLD,)), "totp")
    sealed = encrypter.encrypt(b"secret")
    for text in (sealed[:20] + added + sealed[20:], sealed + added):
        with pytest.raises(DecryptionError):
            encrypter.decrypt(text)


@pytest.mark.parametrize("key_id", ["new", "n" * 16])
def test_a_key_that_is_missing_is_named(key_id: str) -> None:
    """It is the operator who learns from the log which key to add."""
    with pytest.raises(UnknownEncryptionKeyError, match=f" {key_id},"):
        Encrypter(KeyRing((OLD,)), "totp").decrypt(f"{key_id}.AAAA")


@pytest.mark.parametrize("key_id", ["", "n" * 17, "n\nERROR", "n n", "ключ"])
def test_a_text_that_names_no_key_is_not_repeated(key_id: str) -> None:
    """Anyone can send it, and the name of a missing key is logged."""
    with pytest.raises(DecryptionError) as refused:
        Encrypter(KeyRing((OLD,)), "totp").decrypt(f"{key_id}.AAAA")
    assert not isinstance(refused.value, UnknownEncryptionKeyError)
    assert str(refused.value) == "not an encrypted value of this service"


@given(st.one_of(TEXT, TEXT.map(lambda text: f"old.{text}")))
def test_only_what_was_encrypted_is_decrypted(text: str) -> None:
    with pytest.raises(DecryptionError):
        Encrypter(KeyRing((OLD,)), "totp").decrypt(text)
