"""Conditions that search receipts for a fragment of a visitor hash."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, and_

HASH_DIGITS = 32
MIN_RARE_DIGITS = 5
"""Few hashes contain a given fragment of this many digits or more."""

_DIGITS = "0123456789abcdef"


def hash_fragment(q: str | None) -> str | None:
    """Return ``q`` in lower case if it can be a fragment of a hash, or else None."""
    fragment = (q or "").lower()
    is_fragment = 0 < len(fragment) < HASH_DIGITS and set(fragment) <= set(_DIGITS)
    return fragment if is_fragment else None


def hash_starts_with(receipt: Any, prefix: str) -> ColumnElement[bool]:
    """Return the condition that a receipt's hash starts with ``prefix``."""
    # A range, which the index supports in any collation: digits sort before letters in all of them.
    head, last = prefix[:-1], prefix[-1]
    following = f"{_DIGITS}g"[_DIGITS.index(last) + 1]
    return and_(receipt.ip_hash >= prefix, receipt.ip_hash < head + following)
