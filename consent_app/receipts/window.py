"""The window within which a decision is current: 12 calendar months."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from consent_app.db.ids import highest_id, lowest_id
from consent_app.db.months import months_before

CURRENT_MONTHS = 12
_MILLISECOND = timedelta(milliseconds=1)


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
