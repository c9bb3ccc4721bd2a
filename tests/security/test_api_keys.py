"""API keys: their parts, and parsing of arbitrary text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from consent_app.db.ids import new_id
from consent_app.security.api_keys import key_prefix, new_api_key, parse_api_key

TEXT = st.text(max_size=200)


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
