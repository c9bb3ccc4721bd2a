"""Roll-ups: the decisions of each hour, counted from the receipts, and the hours of past days,
summed up.

A job counts the last hours again and replaces the former result. So it may run twice, or in several
workers, and it includes receipts that were committed late. It reads the range of the hour's ids,
never the whole table. It does not remove counts whose receipts were all deleted, so an erasure
itself counts its workspace's last hours again.

A year of a large workspace has hundreds of thousands of hourly counts, so years are read from the
daily ones. Counts are still read from the hourly ones wherever a workspace has no daily counts.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.context import Context
from consent_app.events.bus import EventBus
from consent_app.receipts.service import COMMITTED_WITHIN, LATEST_COMMIT
from consent_app.retention.events import ReceiptsErased
from consent_app.statistics import queries
from consent_app.statistics.models import Count

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
COUNTED_AGAIN = timedelta(days=7)
"""What is counted again after a clock was ahead. It has counted hours to come, and not what was
recorded since."""
MAX_HOURS = 3000
"""The number of hours that one job counts, at a few milliseconds each."""
MAX_DAYS = 50
"""The number of days that one job sums up. The first jobs sum up all that was counted before."""

Write = Callable[[Session, queries.ReceiptRange], None]
"""Counts one hour: ``queries.write_hourly_counts``, or a function like it."""


def subscribe(bus: EventBus) -> None:
    """Count again after an erasure."""
    bus.subscribe(ReceiptsErased, _on_receipts_erased)


def hour_of(instant: datetime) -> datetime:
    """Return the beginning of the hour that contains ``instant``."""
    return instant.replace(minute=0, second=0, microsecond=0)


def day_of(instant: datetime) -> datetime:
    """Return the beginning of the day that contains ``instant``, which is in UTC."""
    return hour_of(instant).replace(hour=0)


def is_grouped(app: Application) -> bool:
    """Return whether all workspaces are counted at once (``queries.ReceiptRange``)."""
    return app.database.dialect == "sqlite" or app.database.distributed


def roll_up(app: Application) -> int:
    """Count the hours since the last run. Return the number of hours.

    Each hour is a separate short transaction, which also stores the progress. The first run begins
    with the hour in which the oldest workspace was created.
    """
    return _count_hours(app, Count.DECISIONS, queries.write_hourly_counts, None)


def roll_up_presentations(app: Application) -> int:
    """Count a few thousand hours at most by language and surface; otherwise like ``roll_up``.

    The first runs also count the receipts recorded before these counts existed.
    """
    write = queries.write_presentation_counts
    return _count_hours(app, Count.PRESENTATIONS, write, MAX_HOURS)


def roll_up_days(app: Application) -> int:
    """Sum up the days whose hours are not counted again. Return the number of days.

    Each day is a separate short transaction, which also stores the progress, so this may run in
    several workers.
    """
    with app.database.session(read_only=True) as session:
        hours_until = queries.get_counted_until(session)
        if hours_until is None:
            return 0
        until = queries.get_counted_until(session, Count.DAYS)
        until = until or queries.get_first_counted_at(session) or hours_until
    end, day = day_of(hours_until - LATEST_COMMIT), day_of(until)
    if day > end:
        # A clock was ahead: days were summed up before they ended. Readers leave them out from now
        # on, and they are replaced.
        day = end - COUNTED_AGAIN
        with app.database.transaction() as session:
            queries.write_counted_until(session, day, Count.DAYS)
    grouped = is_grouped(app)
    days = 0
    while day < end and days < MAX_DAYS:
        with app.database.transaction() as session:
            queries.write_counted_until(session, day + DAY, Count.DAYS)
            queries.write_daily_counts(session, day, day + DAY, grouped=grouped)
        day += DAY
        days += 1
    return days


def _count_hours(app: Application, count: Count, write: Write, max_hours: int | None) -> int:
    now = app.now()
    hours = 0
    grouped = is_grouped(app)
    with app.database.session(read_only=True) as session:
        until = queries.get_counted_until(session, count) or queries.get_first_workspace_at(session)
    if until is None:
        return 0
    was_ahead = until > now + LATEST_COMMIT
    hour = hour_of(now - COUNTED_AGAIN if was_ahead else min(until, now) - LATEST_COMMIT)
    while hour <= now and (max_hours is None or hours < max_hours):
        with app.database.transaction() as session:
            queries.write_counted_until(session, min(hour + HOUR, now - COMMITTED_WITHIN), count)
            write(session, queries.ReceiptRange(hour, hour + HOUR, grouped))
        hour += HOUR
        hours += 1
    return hours


def _on_receipts_erased(ctx: Context, event: ReceiptsErased) -> None:
    for count, write in (
        (Count.DECISIONS, queries.write_hourly_counts),
        (Count.PRESENTATIONS, queries.write_presentation_counts),
    ):
        _count_again(ctx, count, write)


def _count_again(ctx: Context, count: Count, write: Write) -> None:
    session, now = ctx.session, ctx.now()
    until = queries.lock_counted_until(session, count)
    if until is None:
        return
    # The last run also counted what was newer than ``until``, up to its own present.
    last = min(until + COMMITTED_WITHIN, now)
    hour = hour_of(last - LATEST_COMMIT)
    while hour <= last:
        queries.delete_hour(session, ctx.workspace_id, hour, count)
        write(session, queries.ReceiptRange(hour, hour + HOUR, True, ctx.workspace_id))
        hour += HOUR
