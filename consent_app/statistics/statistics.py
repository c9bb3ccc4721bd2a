"""Statistics from the counts: impressions and decisions over time, for plots, and totals.

Counting millions of receipts for each list would be slow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Table

from consent_app.context import Context
from consent_app.db.months import next_month
from consent_app.errors import ValidationFailed
from consent_app.statistics import queries
from consent_app.statistics.models import (
    Count,
    consent_impressions,
    hourly_counts,
    presentation_counts,
)
from consent_app.statistics.roll_ups import day_of, hour_of
from consent_app.statistics.series_queries import (
    SeriesQuery,
    TotalFilters,
    get_counts,
    get_decisions_total,
)

MAX_BUCKETS = 1000
MAX_GROUPS = 50
"""The number of groups in a response, the largest first. The others are only in the totals."""

_COLUMNS = {
    "action": "action",
    "device": "device",
    "country": "country",
    "version": "banner_version",
    "language": "locale",
    "surface": "surface",
}
_OF_PRESENTATIONS = ("language", "surface")
# The primary key of the hourly counts has these values for "none".
_NO_VALUE = ("", 0)
_STEPS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
_FORMAT = "%Y-%m-%d %H"


@dataclass(frozen=True, slots=True)
class StatisticsParameters:
    """The query's parameters. ``interval`` is hour, day, week (from Monday) or month, all in UTC.

    ``group_by`` is action, device, country, version, language or surface. Date-times are in UTC.
    """

    from_: datetime
    to: datetime
    interval: str
    group_by: str
    domain_id: UUID | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The counts of one group, a count for each bucket. ``key`` is None for the unknown."""

    key: str | None
    counts: list[int]


@dataclass(frozen=True, slots=True)
class Series:
    """The total counts for each bucket, and those of the largest groups."""

    counts: list[int]
    groups: list[Group]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The result. ``starts`` are the buckets' beginnings.

    ``until`` is the instant up to which all decisions are counted, None before the first count.
    Impressions are counted immediately.
    """

    parameters: StatisticsParameters
    starts: list[datetime]
    until: datetime | None
    impressions: Series
    decisions: Series


@dataclass(frozen=True, slots=True)
class Total:
    """The number of counted decisions. ``until``: the instant before which all are counted, or
    None."""

    count: int
    until: datetime | None


def get_statistics(ctx: Context, parameters: StatisticsParameters) -> Statistics:
    """Return the workspace's statistics, in at most five queries.

    It covers complete buckets, from the one that contains ``from_`` to the one that contains
    ``to``. A domain that is unknown, deleted or of another workspace has only zeros. Raises
    ValidationFailed.
    """
    starts, end = _buckets(parameters)
    by_presentation = parameters.group_by in _OF_PRESENTATIONS
    count = Count.PRESENTATIONS if by_presentation else Count.DECISIONS
    decisions = presentation_counts if by_presentation else hourly_counts
    return Statistics(
        parameters,
        starts,
        queries.get_counted_until(ctx.session, count),
        _series(ctx, _query(consent_impressions, parameters, starts, end), starts),
        _series(ctx, _query(decisions, parameters, starts, end), starts),
    )


def get_total(ctx: Context, filters: TotalFilters) -> Total:
    """Return the number of the workspace's matching decisions. The hours of both instants are
    included."""
    full_hours = replace(
        filters,
        country=filters.country.upper() if filters.country is not None else None,
        from_=hour_of(filters.from_) if filters.from_ is not None else None,
        to=hour_of(filters.to) if filters.to is not None else None,
    )
    count = get_decisions_total(ctx.session, ctx.workspace_id, full_hours)
    return Total(count, queries.get_counted_until(ctx.session))


def _query(
    table: Table, parameters: StatisticsParameters, starts: Sequence[datetime], end: datetime
) -> SeriesQuery:
    column = _COLUMNS[parameters.group_by]
    return SeriesQuery(
        table, starts[0], end, parameters.interval, column, parameters.domain_id, parameters.version
    )


def _series(ctx: Context, query: SeriesQuery, starts: Sequence[datetime]) -> Series:
    indexes = {start.strftime(_FORMAT): index for index, start in enumerate(starts)}
    counts = [0] * len(starts)
    groups: dict[Any, list[int]] = defaultdict(lambda: [0] * len(starts))
    for count, start, key in get_counts(ctx.session, ctx.workspace_id, query):
        counts[indexes[start]] += count
        if key is not None:
            groups[key][indexes[start]] += count
    largest = sorted(groups.items(), key=lambda group: (-sum(group[1]), str(group[0])))
    return Series(
        counts,
        [
            Group(None if key in _NO_VALUE else str(key), group_counts)
            for key, group_counts in largest[:MAX_GROUPS]
        ],
    )


def _buckets(parameters: StatisticsParameters) -> tuple[list[datetime], datetime]:
    """Return the beginnings of the buckets, and the end of the last."""
    try:
        start = _start(parameters.from_, parameters.interval)
        starts: list[datetime] = []
        while start <= parameters.to and len(starts) <= MAX_BUCKETS:
            starts.append(start)
            start = _next(start, parameters.interval)
    except (OverflowError, ValueError):
        raise ValidationFailed.at("#/query/to", "must be within the years 1 to 9999") from None
    if not starts or parameters.to < parameters.from_:
        raise ValidationFailed.at("#/query/to", "must not be before from")
    if len(starts) > MAX_BUCKETS:
        raise ValidationFailed.at(
            "#/query/interval", f"must be longer: these are more than {MAX_BUCKETS} intervals"
        )
    return starts, start


def _start(instant: datetime, interval: str) -> datetime:
    if interval == "hour":
        return hour_of(instant)
    day = day_of(instant)
    if interval == "week":
        return day - timedelta(days=day.weekday())
    return day if interval == "day" else day.replace(day=1)


def _next(start: datetime, interval: str) -> datetime:
    if interval == "month":
        return next_month(start)
    return start + _STEPS[interval]
