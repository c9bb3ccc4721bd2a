from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pyotp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.db.ids import new_id
from consent_app.security import totp
from consent_app.security.api_keys import key_prefix, new_api_key, parse_api_key
from consent_app.security.encryption import DecryptionError, Encrypter
from consent_app.security.keyring import KeyRing
from consent_app.security.macs import address_hash, proof_token, verify_proof_token
from consent_app.security.passwords import BusyError, Capacity, Cost, Passwords
from consent_app.security.signed_tokens import Claims, TokenInvalidError, TokenSigner
from consent_app.security.tokens import new_token, token_digest

OLD = ("old", b"o" * 32)
NEW = ("new", b"n" * 32)
NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
TEXT = st.text(max_size=200)


def test_what_was_sealed_opens_after_a_rotation_and_not_after_the_keys_removal() -> None:
    sealed = Encrypter(KeyRing((OLD,)), "totp").seal(b"secret")
    rotated = Encrypter(KeyRing((NEW, OLD)), "totp")
    assert rotated.open(sealed) == b"secret"
    assert not rotated.is_current(sealed)
    assert rotated.is_current(rotated.seal(b"secret"))
    for keys, purpose in ((KeyRing((NEW,)), "totp"), (KeyRing((OLD,)), "mail")):
        with pytest.raises(DecryptionError):
            Encrypter(keys, purpose).open(sealed)


@given(st.one_of(TEXT, TEXT.map(lambda text: f"old.{text}")))
def test_nothing_else_opens(text: str) -> None:
    with pytest.raises(DecryptionError):
        Encrypter(KeyRing((OLD,)), "totp").open(text)


def test_a_proof_survives_rotation_and_proves_one_receipt() -> None:
    receipt = new_id()
    token = proof_token(KeyRing((OLD,)), receipt)
    rotated = KeyRing((NEW, OLD))
    assert verify_proof_token(rotated, token, receipt)
    assert not verify_proof_token(rotated, token, new_id())
    assert not verify_proof_token(KeyRing((NEW,)), token, receipt)
    assert proof_token(rotated, receipt).startswith("new.")


@given(TEXT)
def test_no_text_proves(text: str) -> None:
    assert not verify_proof_token(KeyRing((OLD,)), text, uuid.UUID(int=1))


def test_a_signed_token_survives_rotation_and_is_of_one_audience() -> None:
    claims = Claims(new_id(), new_id(), None)
    token = TokenSigner(KeyRing((OLD,)), "https://a.example").issue("account", claims, NOW)
    rotated = TokenSigner(KeyRing((NEW, OLD)), "https://a.example")
    assert rotated.check(token, "account", NOW) == claims
    assert [key["kid"] for key in rotated.public_keys()["keys"]] == ["new", "old"]
    for signer, audience in (
        (rotated, "panel"),
        (TokenSigner(KeyRing((NEW,)), "https://a.example"), "account"),
        (TokenSigner(KeyRing((OLD,)), "https://b.example"), "account"),
    ):
        with pytest.raises(TokenInvalidError):
            signer.check(token, audience, NOW)
    for late in (timedelta(minutes=60), timedelta(days=1)):
        with pytest.raises(TokenInvalidError):
            rotated.check(token, "account", NOW + late)
    rotated.check(token, "account", NOW + timedelta(minutes=60, seconds=-1))


@given(TEXT)
def test_no_text_is_a_signed_token(text: str) -> None:
    with pytest.raises(TokenInvalidError):
        TokenSigner(KeyRing((OLD,)), "https://a.example").check(text, "panel", NOW)


def test_an_api_key_carries_its_id_and_a_checksum() -> None:
    key_id = new_id()
    text, digest = new_api_key(key_id)
    parsed = parse_api_key(text)
    assert parsed is not None
    assert (parsed.id, parsed.digest) == (key_id, digest)
    assert text.startswith(key_prefix(key_id) + "_")
    for index in range(4, len(text)):
        typo = text[:index] + ("x" if text[index] != "x" else "y") + text[index + 1 :]
        assert parse_api_key(typo) is None


@given(st.one_of(TEXT, TEXT.map(lambda text: f"cmk_{text}")))
def test_no_text_is_an_api_key(text: str) -> None:
    assert parse_api_key(text) is None


@given(st.text(max_size=2000))
def test_any_text_has_a_digest(text: str) -> None:
    assert len(token_digest(text)) == 32


def test_a_token_has_256_bits_and_shows_itself_to_nobody() -> None:
    token = new_token()
    assert len(token.text) == 43
    assert token.digest == token_digest(token.text)
    assert token.text not in repr(token)


def test_totp_agrees_with_another_implementation_and_rfc_6238() -> None:
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    # RFC 6238, appendix B, cut to six digits.
    for seconds, code in ((59, "287082"), (1111111109, "081804"), (20000000000, "353130")):
        at = datetime.fromtimestamp(seconds, UTC)
        assert totp.matching_step(secret, code, at) == seconds // 30
    assert totp.code_at(secret, NOW) == pyotp.TOTP(secret).at(NOW)


@given(TEXT)
def test_any_code_is_compared_without_an_error(text: str) -> None:
    secret = totp.new_secret()
    step = totp.matching_step(secret, text, NOW)
    assert step is None or text.isascii()


def test_backup_codes_are_ten_and_read_as_they_sound() -> None:
    codes = totp.new_backup_codes()
    assert len(set(codes)) == 10
    assert not set("".join(codes)) & set("ILOU")
    assert totp.normal_backup_code("oil1abcxyz") == "0111ABCXYZ"


def test_real_passwords_are_argon2id_of_64_mib() -> None:
    passwords = Passwords()
    hashed = passwords.hash("correct horse battery")
    assert hashed.startswith("$argon2id$v=19$m=65536,t=2,p=1$")
    assert passwords.verify(hashed, "correct horse battery")
    assert not passwords.verify(hashed, "correct horse batterx")
    assert not passwords.verify(None, "")
    assert not passwords.needs_rehash(hashed)
    assert Passwords(Cost(3, 8 << 20)).needs_rehash(hashed)
    assert passwords.evaluations == 4


def test_a_full_queue_is_told_at_once() -> None:
    passwords = Passwords(Cost(4, 64 << 20), Capacity(at_once=1, queue=0))
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(passwords.hash, "x") for _ in range(8)]
    refused = [future for future in futures if isinstance(future.exception(), BusyError)]
    assert 0 < len(refused) < 8
    passwords.hash("x")


def test_addresses_are_hashed_with_their_salt() -> None:
    assert address_hash(b"a" * 32, "192.0.2.1") == address_hash(b"a" * 32, "192.0.2.1")
    assert address_hash(b"a" * 32, "192.0.2.1") != address_hash(b"b" * 32, "192.0.2.1")
