"""Which searches are for a fragment of a visitor hash, and finding hashes by a prefix."""

from __future__ import annotations

import pytest
from sqlalchemy import literal, select

from consent_app.application import Application
from consent_app.receipts.hash_queries import hash_fragment, hash_starts_with


class Hashed:
    """A receipt with this visitor hash."""

    def __init__(self, ip_hash: str) -> None:
        self.ip_hash = literal(ip_hash)


@pytest.mark.parametrize(
    ("q", "fragment"),
    [
        ("0f", "0f"),
        ("AB1", "ab1"),
        ("a" * 31, "a" * 31),
        # A whole hash is compared, not searched for.
        ("a" * 32, None),
        ("0g", None),
        ("", None),
        (None, None),
    ],
)
def test_a_fragment_has_fewer_digits_than_a_hash_and_nothing_else(
    q: str | None, fragment: str | None
) -> None:
    assert hash_fragment(q) == fragment


@pytest.mark.parametrize("prefix", ["0", "9", "a", "f", "09", "9f", "ff"])
def test_the_range_has_exactly_the_hashes_with_the_prefix(
    application: Application, prefix: str
) -> None:
    digits = "0123456789abcdef"
    hashes = [first + second + "7" for first in digits for second in digits]
    conditions = [hash_starts_with(Hashed(item), prefix) for item in hashes]
    with application.database.session(read_only=True) as session:
        row = session.execute(select(*conditions)).one()
    selected = [item for item, is_selected in zip(hashes, row, strict=True) if is_selected]
    assert selected == [item for item in hashes if item.startswith(prefix)]
