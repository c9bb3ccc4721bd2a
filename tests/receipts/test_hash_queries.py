"""What is taken for a part of a visitor hash, and how one begins."""

from __future__ import annotations

import pytest
from sqlalchemy import literal, select

from consent_app.application import Application
from consent_app.receipts.hash_queries import begins, part_of_hash


class Hashed:
    """A receipt with this visitor hash."""

    def __init__(self, ip_hash: str) -> None:
        self.ip_hash = literal(ip_hash)


@pytest.mark.parametrize(
    ("q", "part"),
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
def test_a_part_has_fewer_digits_than_a_hash_and_nothing_else(
    q: str | None, part: str | None
) -> None:
    assert part_of_hash(q) == part


@pytest.mark.parametrize("part", ["0", "9", "a", "f", "09", "9f", "ff"])
def test_a_range_has_exactly_the_hashes_that_begin_so(application: Application, part: str) -> None:
    digits = "0123456789abcdef"
    hashes = [first + second + "7" for first in digits for second in digits]
    conditions = [begins(Hashed(item), part) for item in hashes]
    with application.database.session(read_only=True) as session:
        row = session.execute(select(*conditions)).one()
    found = [item for item, begins_so in zip(hashes, row, strict=True) if begins_so]
    assert found == [item for item in hashes if item.startswith(part)]
