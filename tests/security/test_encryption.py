"""What is encrypted is decrypted with the keys of the ring, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.security.encryption import DecryptionError, Encrypter
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


@given(st.one_of(TEXT, TEXT.map(lambda text: f"old.{text}")))
def test_only_what_was_encrypted_is_decrypted(text: str) -> None:
    with pytest.raises(DecryptionError):
        Encrypter(KeyRing((OLD,)), "totp").decrypt(text)
