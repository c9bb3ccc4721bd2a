"""Arithmetic with calendar months."""

from __future__ import annotations

import calendar
from datetime import datetime


def months_before(instant: datetime, months: int) -> datetime:
    """Return the same day and time ``months`` calendar months earlier, or that month's last day."""
    index = instant.year * 12 + instant.month - 1 - months
    year, month = divmod(index, 12)
    day = min(instant.day, calendar.monthrange(year, month + 1)[1])
    return instant.replace(year=year, month=month + 1, day=day)


def next_month(start: datetime) -> datetime:
    """Return the beginning of the month after the one that begins at ``start``."""
    return start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)
