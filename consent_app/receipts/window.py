"""The window within which a decision is current: 12 calendar months."""

from __future__ import annotations

import calendar
from datetime import datetime, timedelta
from uuid import UUID

from consent_app.db.ids import highest_id, lowest_id

CURRENT_MONTHS = 12
_MILLISECOND = timedelta(milliseconds=1)


def months_before(instant: datetime, months: int) -> datetime:
    """Return the same day and time ``months`` calendar months earlier, or that month's last day."""
    index = instant.year * 12 + instant.month - 1 - months
    year, month = divmod(index, 12)
    day = min(instant.day, calendar.monthrange(year, month + 1)[1])
    return instant.replace(year=year, month=month + 1, day=day)


def first_valid_id(now: datetime) -> UUID:
    """Return the lowest id of a receipt that is ``valid`` at ``now``.

    Filter and field both compare with it, so that they always agree.
    """
    return first_id_from(months_before(now, CURRENT_MONTHS))


def first_id_from(instant: datetime) -> UUID:
    """Return the lowest id of a receipt whose ``createdAt`` is at or after ``instant``."""
    cut = instant.replace(microsecond=instant.microsecond // 1000 * 1000)
    if cut == instant:
        return lowest_id(instant)
    try:
        return lowest_id(cut + _MILLISECOND)
    except OverflowError:
        return highest_id(instant)


def last_id_to(instant: datetime) -> UUID:
    """Return the highest id of a receipt whose ``createdAt`` is at or before ``instant``."""
    return highest_id(instant)
