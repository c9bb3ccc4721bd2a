"""Opaque tokens and their digests."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from consent_app.security.tokens import new_token, token_digest


@given(st.text(max_size=2000))
def test_any_text_has_a_digest(text: str) -> None:
    assert len(token_digest(text)) == 32


def test_a_token_has_256_bits_and_is_not_shown_in_its_repr() -> None:
    token = new_token()
    assert len(token.text) == 43
    assert token.digest == token_digest(token.text)
    assert token.text not in repr(token)
