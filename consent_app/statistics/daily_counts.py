"""Daily counts: the hourly counts of past days, summed up.

A year of a large workspace has hundreds of thousands of hourly counts. Counts are still read from
the hourly ones wherever a workspace has no daily counts.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from consent_app.application import Application
from consent_app.receipts.service import LATEST_COMMIT
from consent_app.statistics import queries
from consent_app.statistics.hourly_counts import COUNTED_AGAIN, hour_of, is_grouped

DAY = timedelta(days=1)
MAX_DAYS = 50
"""The number of days that one job sums up. The first jobs sum up all that was counted before."""


def day_of(instant: datetime) -> datetime:
    """Return the beginning of the day that contains ``instant``, which is in UTC."""
    return hour_of(instant).replace(hour=0)


def roll_up_days(app: Application) -> int:
    """Sum up the days whose hours are not counted again. Return the number of days.

    Each day is a separate short transaction, which also stores the progress, so this may run in
    several workers.
    """
    with app.database.session(read_only=True) as session:
        hours_until = queries.get_counted_until(session)
        if hours_until is None:
            return 0
        until = queries.get_counted_until(session, queries.DAYS)
        until = until or queries.get_first_counted_at(session) or hours_until
    end, day = day_of(hours_until - LATEST_COMMIT), day_of(until)
    if day > end:
        # A clock was ahead: days were summed up before they ended. Readers leave them out from now
        # on, and they are replaced.
        day = end - COUNTED_AGAIN
        with app.database.transaction() as session:
            queries.write_counted_until(session, day, queries.DAYS)
    grouped = is_grouped(app)
    days = 0
    while day < end and days < MAX_DAYS:
        with app.database.transaction() as session:
            queries.write_counted_until(session, day + DAY, queries.DAYS)
            queries.write_daily_counts(session, day, day + DAY, grouped=grouped)
        day += DAY
        days += 1
    return days
