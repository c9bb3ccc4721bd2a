"""Proof tokens and the hashes of addresses."""

from __future__ import annotations

import uuid

from hypothesis import given
from hypothesis import strategies as st

from consent_app.db.ids import new_id
from consent_app.security.keyring import KeyRing
from consent_app.security.macs import address_hash, holder_hash, proof_token, verify_proof_token

OLD = ("old", b"o" * 32)
NEW = ("new", b"n" * 32)
TEXT = st.text(max_size=200)


def test_a_proof_survives_rotation_and_proves_one_receipt() -> None:
    receipt = new_id()
    token = proof_token(KeyRing((OLD,)), receipt)
    rotated = KeyRing((NEW, OLD))
    assert verify_proof_token(rotated, token, receipt)
    assert not verify_proof_token(rotated, token, new_id())
    assert not verify_proof_token(KeyRing((NEW,)), token, receipt)
    assert proof_token(rotated, receipt).startswith("new.")
    # It is the key that proves, not its name.
    assert not verify_proof_token(KeyRing((("old", b"x" * 32),)), token, receipt)


@given(TEXT)
def test_no_text_proves(text: str) -> None:
    assert not verify_proof_token(KeyRing((OLD,)), text, uuid.UUID(int=1))


def test_addresses_are_hashed_with_their_salt() -> None:
    assert address_hash(b"a" * 32, "192.0.2.1") == address_hash(b"a" * 32, "192.0.2.1")
    assert address_hash(b"a" * 32, "192.0.2.1") != address_hash(b"b" * 32, "192.0.2.1")


def test_attempts_are_counted_under_hashes_that_need_the_key() -> None:
    counted = holder_hash(KeyRing((OLD,)), "192.0.2.1")
    assert len(counted) == 32
    assert counted == holder_hash(KeyRing((NEW, OLD)), "192.0.2.1")
    assert counted != holder_hash(KeyRing((NEW,)), "192.0.2.1")
