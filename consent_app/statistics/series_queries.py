"""Queries that sum up counts: for a plot, and for a total.

Whole days are read from the daily counts, as far as a workspace has them; all else from the hourly
ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Table, case, exists, func, literal, select, union_all
from sqlalchemy.orm import Session

from consent_app.domains.read_models import Domain
from consent_app.statistics.models import Count, daily_counts, hourly_counts
from consent_app.statistics.queries import get_counted_until
from consent_app.statistics.roll_ups import DAY, HOUR, day_of

_DOMAINS = Domain.__table__
_FIRST = datetime.min.replace(tzinfo=UTC)
_LAST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class SeriesQuery:
    """The counts of a series: from ``start`` until before ``end``, in buckets, by a column.

    ``interval`` is hour, day, week or month; ``column`` is one of the table's, or another name.
    """

    table: Table
    start: datetime
    end: datetime
    interval: str
    column: str
    domain_id: UUID | None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class TotalFilters:
    """The filters of a sum; None is any. ``from_`` and ``to`` are hours in UTC, both included."""

    domain_id: UUID | None = None
    action: str | None = None
    source: str | None = None
    country: str | None = None
    device: str | None = None
    from_: datetime | None = None
    to: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Span:
    """The rows of a table from ``start`` until before ``end``."""

    table: Table
    start: datetime
    end: datetime

    @property
    def time(self) -> Any:
        return self.table.c.day if self.table is daily_counts else self.table.c.hour

    def where(self, workspace_id: UUID, domain_id: UUID | None) -> list[ColumnElement[bool]]:
        """Return the conditions of a workspace's rows, or of a domain's if it exists."""
        conditions = [self.table.c.workspace_id == workspace_id]
        if self.start > _FIRST:
            conditions.append(self.time >= self.start)
        if self.end < _LAST:
            conditions.append(self.time < self.end)
        if domain_id is not None:
            live = exists().where(
                _DOMAINS.c.workspace_id == workspace_id, _DOMAINS.c.id == domain_id
            )
            conditions += [self.table.c.domain_id == domain_id, live]
        return conditions


def get_counts(
    session: Session, workspace_id: UUID, query: SeriesQuery
) -> Iterator[tuple[int, str, Any]]:
    """Yield counts by bucket (its beginning as ``YYYY-MM-DD HH``) and by the column's value.

    The value is None if the table has no such column.
    """
    spans = [_Span(query.table, query.start, query.end)]
    if query.table is hourly_counts and query.interval != "hour":
        spans = _spans(session, workspace_id, query.start, query.end)
    # Grouped by hour or day first, so that the bucket of each is computed once.
    series = [_series(span, workspace_id, query) for span in spans]
    whole: Any = series[0] if len(series) == 1 else union_all(*series)
    hours = whole.subquery("hours").c
    keys: list[Any] = [
        _bucket(session, hours.hour, query.interval),
        *([hours[query.column]] if query.column in hours else []),
    ]
    statement = select(func.sum(hours.count), *keys).group_by(*keys)
    for count, start, *key in session.execute(statement):
        yield int(count), start, key[0] if key else None


def _series(span: _Span, workspace_id: UUID, query: SeriesQuery) -> Any:
    row = span.table.c
    columns = [_column(row, query.column)] if query.column in row else []
    statement = (
        select(func.sum(row.count).label("count"), span.time.label("hour"), *columns)
        .where(*span.where(workspace_id, query.domain_id))
        .group_by(span.time, *columns)
    )
    if query.version is not None:
        statement = statement.where(row.banner_version == query.version)
    return statement


def _column(row: Any, name: str) -> ColumnElement[Any]:
    """Return a column of the counts. No part of a banner made a signal's decision, although its
    receipt says ``api``; only a signal names no version."""
    if name != "surface":
        column: ColumnElement[Any] = row[name]
        return column
    return case((row.banner_version == 0, literal("")), else_=row.surface).label(name)


def get_decisions_total(session: Session, workspace_id: UUID, filters: TotalFilters) -> int:
    """Return the sum of the counts that match the filters."""
    start = filters.from_ or _FIRST
    end = filters.to + HOUR if filters.to is not None and filters.to < _LAST - HOUR else _LAST
    sums = [
        _total(span, workspace_id, filters) for span in _spans(session, workspace_id, start, end)
    ]
    hours: Any = union_all(*sums).subquery("hours").c
    return int(session.scalar(select(func.sum(hours.count))) or 0)


def _total(span: _Span, workspace_id: UUID, filters: TotalFilters) -> Any:
    row = span.table.c
    statement = select(func.sum(row.count).label("count")).where(
        *span.where(workspace_id, filters.domain_id)
    )
    if filters.source is not None:
        unversioned = row.banner_version == 0
        statement = statement.where(unversioned if filters.source == "gpc" else ~unversioned)
    for column in ("action", "country", "device"):
        filter_value = getattr(filters, column)
        if filter_value is not None:
            statement = statement.where(row[column] == filter_value)
    return statement


def _spans(session: Session, workspace_id: UUID, start: datetime, end: datetime) -> list[_Span]:
    """Return the spans to read: the complete days that have daily counts, and the hours around."""
    day = daily_counts.c.day
    oldest = session.scalar(
        select(func.min(day)).where(daily_counts.c.workspace_id == workspace_id)
    )
    until = get_counted_until(session, Count.DAYS) if oldest is not None else None
    if oldest is None or until is None or start >= until:
        return [_Span(hourly_counts, start, end)]
    first = max(oldest, start if start == day_of(start) else day_of(start) + DAY)
    last = min(day_of(until), day_of(end))
    if first >= last:
        return [_Span(hourly_counts, start, end)]
    spans = [
        _Span(hourly_counts, start, first),
        _Span(daily_counts, first, last),
        _Span(hourly_counts, last, end),
    ]
    return [span for span in spans if span.start < span.end]


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
