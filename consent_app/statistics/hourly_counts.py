"""Hourly counts: how many decisions there were in each hour, rolled up from the receipts.

A job counts the last hours again and writes the result over the former one, so that it may run
twice, in several workers, and finds what was committed late. It reads by the range of the hour's
ids, and never the whole table.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from consent_app.application import Application
from consent_app.statistics import queries

LATE = timedelta(minutes=1)
"""An id is made before the commit: what is older than this is there, or was answered as failed."""
RECOUNTED = timedelta(minutes=10)
"""How far back everything is counted again, for what was later still."""
HOUR = timedelta(hours=1)
MOST_HOURS = 3000
"""So many, at a few milliseconds each, are counted in one job."""

Write = Callable[..., None]
"""What counts one hour: ``queries.write_hourly_counts``, or one like it."""


def hour_of(instant: datetime) -> datetime:
    """Return the beginning of the hour that ``instant`` is in."""
    return instant.replace(minute=0, second=0, microsecond=0)


def roll_up(app: Application) -> int:
    """Count the hours since the last time; return how many hours that were.

    Each is a short transaction of its own, and how far it came is kept with it. The first time
    begins with the oldest workspace.
    """
    return _counted_hours(app, queries.DECISIONS, queries.write_hourly_counts, None)


def roll_up_presentations(app: Application) -> int:
    """Count the hours by language and surface, some thousands at most; as ``roll_up`` otherwise.

    The first times go through what was recorded before there were these counts.
    """
    write = queries.write_presentation_counts
    return _counted_hours(app, queries.PRESENTATIONS, write, MOST_HOURS)


def _counted_hours(app: Application, count: int, write: Write, most: int | None) -> int:
    now = app.now()
    hours = 0
    grouped = app.database.dialect == "sqlite" or app.database.distributed
    with app.database.session(read_only=True) as session:
        until = queries.get_counted_until(session, count) or queries.get_first_workspace_at(session)
    if until is None:
        return 0
    hour = hour_of(min(until, now) - RECOUNTED)
    while hour <= now and (most is None or hours < most):
        with app.database.transaction() as session:
            queries.write_counted_until(session, min(hour + HOUR, now - LATE), count)
            write(session, hour, hour + HOUR, grouped=grouped)
        hour += HOUR
        hours += 1
    return hours
