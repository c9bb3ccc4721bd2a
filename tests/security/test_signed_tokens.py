"""Signed tokens: their keys, their audience, and parsing of arbitrary text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.db.ids import new_id
from consent_app.security.keyring import KeyRing
from consent_app.security.signed_tokens import Claims, TokenInvalidError, TokenSigner

OLD = ("old", b"o" * 32)
NEW = ("new", b"n" * 32)
NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
TEXT = st.text(max_size=200)


def test_a_signed_token_survives_rotation_and_is_of_one_audience() -> None:
    claims = Claims(new_id(), new_id(), None)
    token = TokenSigner(KeyRing((OLD,)), "https://a.example").issue("account", claims, NOW)
    rotated = TokenSigner(KeyRing((NEW, OLD)), "https://a.example")
    assert rotated.verify(token, "account", NOW) == claims
    assert [key["kid"] for key in rotated.public_keys()["keys"]] == ["new", "old"]
    for signer, audience in (
        (rotated, "panel"),
        (TokenSigner(KeyRing((NEW,)), "https://a.example"), "account"),
        (TokenSigner(KeyRing((OLD,)), "https://b.example"), "account"),
    ):
        with pytest.raises(TokenInvalidError):
            signer.verify(token, audience, NOW)
    for late in (timedelta(minutes=60), timedelta(days=1)):
        with pytest.raises(TokenInvalidError):
            rotated.verify(token, "account", NOW + late)
    rotated.verify(token, "account", NOW + timedelta(minutes=60, seconds=-1))


def test_servers_whose_clocks_differ_accept_each_others_tokens() -> None:
    signer = TokenSigner(KeyRing((OLD,)), "https://a.example")
    claims = Claims(new_id(), new_id(), None)
    ahead = signer.issue("panel", claims, NOW + timedelta(seconds=30))
    assert signer.verify(ahead, "panel", NOW) == claims
    far_ahead = signer.issue("panel", claims, NOW + timedelta(minutes=2))
    with pytest.raises(TokenInvalidError):
        signer.verify(far_ahead, "panel", NOW)


@given(TEXT)
def test_no_text_is_a_signed_token(text: str) -> None:
    with pytest.raises(TokenInvalidError):
        TokenSigner(KeyRing((OLD,)), "https://a.example").verify(text, "panel", NOW)
