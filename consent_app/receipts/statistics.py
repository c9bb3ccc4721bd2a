"""Statistics for plots: impressions and decisions in time, from the figures of each hour."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Table, exists, func, select
from sqlalchemy.orm import Session

from consent_app.errors import ValidationFailed
from consent_app.receipts.figures import figures_until, hour_of
from consent_app.receipts.models import consent_figures, consent_impressions
from consent_app.receipts.reading import DOMAINS

MOST_BUCKETS = 1000
MOST_GROUPS = 50
"""So many groups are told, the largest first; what is beyond them is in the totals alone."""

_COLUMNS = {
    "action": "action",
    "device": "device",
    "country": "country",
    "version": "banner_version",
}
# What stands for "none" in the primary key of the figures.
_NONE = ("", 0)
_STEPS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
_FORMAT = "%Y-%m-%d %H"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked for: ``interval`` is hour, day, week (from Monday) or month, all in UTC;
    ``group_by`` action, device, country or version. Instants are aware."""

    from_: datetime
    to: datetime
    interval: str
    group_by: str
    domain_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The counts of one group, a count for each bucket. ``key`` is None for the unknown."""

    key: str | None
    counts: list[int]


@dataclass(frozen=True, slots=True)
class Series:
    """The counts of all, a count for each bucket, and those of the largest groups."""

    counts: list[int]
    groups: list[Group]


@dataclass(frozen=True, slots=True)
class Statistics:
    """``starts`` are the buckets' beginnings; ``until`` is the instant up to which decisions are
    counted whole (impressions are at once), None before the first count."""

    starts: list[datetime]
    until: datetime | None
    impressions: Series
    decisions: Series


def statistics(session: Session, workspace_id: UUID, question: Question) -> Statistics:
    """Return the workspace's statistics, in three queries whatever the question.

    From the bucket that holds ``from_`` to the one that holds ``to``, each whole. A domain that is
    unknown, deleted or another workspace's has nothing but zeros. Raises ValidationFailed.
    """
    starts, end = _buckets(question)
    return Statistics(
        starts,
        figures_until(session),
        _series(session, consent_impressions, workspace_id, question, starts, end),
        _series(session, consent_figures, workspace_id, question, starts, end),
    )


def _series(
    session: Session,
    table: Table,
    workspace_id: UUID,
    question: Question,
    starts: Sequence[datetime],
    end: datetime,
) -> Series:
    name = _COLUMNS[question.group_by]
    grouped = name in table.c
    bucket = _bucket(session, table.c.hour, question.interval)
    keys: list[ColumnElement[Any]] = [bucket, *([table.c[name]] if grouped else [])]
    statement = (
        select(func.sum(table.c.count), *keys)
        .where(table.c.workspace_id == workspace_id)
        .where(table.c.hour >= starts[0], table.c.hour < end)
        .group_by(*keys)
    )
    if question.domain_id is not None:
        live = exists().where(DOMAINS.c.id == question.domain_id)
        statement = statement.where(table.c.domain_id == question.domain_id, live)
    places = {start.strftime(_FORMAT): place for place, start in enumerate(starts)}
    counts = [0] * len(starts)
    groups: dict[Any, list[int]] = defaultdict(lambda: [0] * len(starts))
    for count, start, *key in session.execute(statement):
        counts[places[start]] += int(count)
        if grouped:
            groups[key[0]][places[start]] += int(count)
    largest = sorted(groups.items(), key=lambda each: (-sum(each[1]), str(each[0])))
    return Series(
        counts,
        [Group(None if key in _NONE else str(key), its) for key, its in largest[:MOST_GROUPS]],
    )


def _bucket(session: Session, hour: ColumnElement[Any], interval: str) -> ColumnElement[Any]:
    """Return the beginning of an hour's bucket as text, ``YYYY-MM-DD HH``."""
    if session.get_bind().dialect.name == "postgresql":
        start = func.date_trunc(interval, func.timezone("UTC", hour))
        return func.to_char(start, "YYYY-MM-DD HH24")
    if interval == "hour":
        return func.strftime("%Y-%m-%d %H", hour)
    if interval == "week":
        # Six days back, then on to the next Monday, or to that day if it is one.
        return func.strftime("%Y-%m-%d 00", hour, "-6 days", "weekday 1")
    return func.strftime("%Y-%m-%d 00" if interval == "day" else "%Y-%m-01 00", hour)


def _buckets(question: Question) -> tuple[list[datetime], datetime]:
    """Return the beginnings of the buckets, and the end of the last."""
    try:
        start = _start(question.from_.astimezone(UTC), question.interval)
        to = question.to.astimezone(UTC)
        starts: list[datetime] = []
        while start <= to and len(starts) <= MOST_BUCKETS:
            starts.append(start)
            start = _next(start, question.interval)
    except (OverflowError, ValueError):
        raise ValidationFailed.at("#/query/to", "must be an instant of a calendar year") from None
    if not starts or question.to < question.from_:
        raise ValidationFailed.at("#/query/to", "must not be before from")
    if len(starts) > MOST_BUCKETS:
        raise ValidationFailed.at(
            "#/query/interval", f"must be longer: these are more than {MOST_BUCKETS} intervals"
        )
    return starts, start


def _start(instant: datetime, interval: str) -> datetime:
    if interval == "hour":
        return hour_of(instant)
    day = hour_of(instant).replace(hour=0)
    if interval == "week":
        return day - timedelta(days=day.weekday())
    return day if interval == "day" else day.replace(day=1)


def _next(start: datetime, interval: str) -> datetime:
    if interval == "month":
        return start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)
    return start + _STEPS[interval]
