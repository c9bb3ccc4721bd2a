"""The parts of visitor hashes that a list of receipts is searched for."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_

HASH_DIGITS = 32
RARE_DIGITS = 5
"""A part of this many digits is in few hashes."""

_DIGITS = "0123456789abcdef"


def part_of_hash(q: str | None) -> str | None:
    """Return the lower-case part of a hash that is searched for; None if it cannot be one."""
    part = (q or "").lower()
    return part if 0 < len(part) < HASH_DIGITS and set(part) <= set(_DIGITS) else None


def begins(receipt: Any, part: str) -> ColumnElement[bool]:
    """Return the condition that a receipt's hash begins with ``part``."""
    # A range, which the index supports in any collation: digits sort before letters in all of them.
    head, last = part[:-1], part[-1]
    following = f"{_DIGITS}g"[_DIGITS.index(last) + 1]
    return and_(receipt.ip_hash >= part, receipt.ip_hash < head + following)
