"""UUIDv7 (RFC 9562 §5.7): ids that sort by creation time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import time_ns
from uuid import UUID

from uuid_utils.compat import uuid7

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
MAX_AHEAD = 10_000
"""How many milliseconds ahead of the clock an id may be, to sort after those before it."""


def new_id(at: datetime | None = None) -> UUID:
    """Return a new UUIDv7, monotonic within the process.

    With ``at`` the id has that instant's millisecond instead of the current one, with random low
    bits. So has an id after the clock was set back by more than ten seconds: the library would
    repeat the latest millisecond until the clock reaches it again.
    """
    if at is None:
        value, now = uuid7(), time_ns()
        if (value.int >> 80) <= now // 1_000_000 + MAX_AHEAD:
            return value
        return uuid7(nanoseconds=now)
    nanoseconds = (at - _EPOCH) // timedelta(microseconds=1) * 1000
    return uuid7(nanoseconds=nanoseconds)


def id_time(value: UUID) -> datetime:
    """Return the UTC instant of a UUIDv7, in whole milliseconds."""
    return _EPOCH + timedelta(milliseconds=value.int >> 80)


def lowest_id(at: datetime) -> UUID:
    """Return the lowest UUIDv7 of ``at``'s millisecond, as a bound for keyset comparisons."""
    return UUID(int=(_milliseconds(at) << 80) | (0x7 << 76) | (0x2 << 62))


def highest_id(at: datetime) -> UUID:
    """Return the highest UUIDv7 of ``at``'s millisecond, as a bound for keyset comparisons."""
    return UUID(
        int=(_milliseconds(at) << 80) | (0x7 << 76) | (0xFFF << 64) | (0x2 << 62) | ((1 << 62) - 1)
    )


def first_id_from(instant: datetime) -> UUID:
    """Return the lowest UUIDv7 whose time, in whole milliseconds, is at or after ``instant``."""
    cut = instant.replace(microsecond=instant.microsecond // 1000 * 1000)
    if cut == instant:
        return lowest_id(instant)
    try:
        return lowest_id(cut + _MILLISECOND)
    except OverflowError:
        return highest_id(instant)


def last_id_to(instant: datetime) -> UUID:
    """Return the highest UUIDv7 whose time is at or before ``instant``."""
    return highest_id(instant)


def _milliseconds(at: datetime) -> int:
    milliseconds = (at - _EPOCH) // timedelta(milliseconds=1)
    return min(max(milliseconds, 0), (1 << 48) - 1)
