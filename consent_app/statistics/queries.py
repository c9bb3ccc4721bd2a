"""Queries over hourly counts and impressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Table, delete, exists, func, literal, select, true
from sqlalchemy.orm import Session

from consent_app.db.ids import lowest_id
from consent_app.db.types import UtcDateTime
from consent_app.db.upserts import upsert, upsert_of
from consent_app.domains.read_models import Domain
from consent_app.receipts.read_models import consent_receipts
from consent_app.statistics.models import (
    consent_impressions,
    hourly_counts,
    hourly_counts_until,
    presentation_counts,
    rule_counts,
)
from consent_app.workspaces.read_models import Workspace

_WORKSPACES = Workspace.__table__
_DOMAINS = Domain.__table__
_KEYS = ("domain_id", "banner_version", "action", "device", "country")
_PRESENTED = ("domain_id", "banner_version", "locale", "surface")
DECISIONS, PRESENTATIONS = 1, 2
"""The count that ``hourly_counts_until`` is about."""
_RULE = rule_counts.c
_UNTIL = hourly_counts_until.c
_COUNTS = (hourly_counts, consent_impressions, presentation_counts)


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
    """The filters of a sum; None is any. ``from_`` and ``to`` are hours, both included."""

    domain_id: UUID | None = None
    action: str | None = None
    source: str | None = None
    country: str | None = None
    device: str | None = None
    from_: datetime | None = None
    to: datetime | None = None


def get_counted_until(session: Session, count: int = DECISIONS) -> datetime | None:
    """Return the instant before which every receipt is counted; None before the first count."""
    return session.scalar(select(_UNTIL.until).where(_UNTIL.id == count))


def get_first_workspace_at(session: Session) -> datetime | None:
    """Return when the oldest workspace was created, or None."""
    first: datetime | None = session.scalar(select(func.min(_WORKSPACES.c.created_at)))
    return first


def write_counted_until(session: Session, until: datetime, count: int = DECISIONS) -> None:
    """Store how far receipts are counted.

    Call it first: of two workers one waits here, so that they never write the same counts.
    """
    statement = upsert(session, hourly_counts_until).values(id=count, until=until)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=["id"], set_={"until": statement.excluded.until}
        )
    )


def write_hourly_counts(session: Session, hour: datetime, end: datetime, *, grouped: bool) -> None:
    """Count the receipts from ``hour`` until before ``end``, replacing the former counts.

    ``grouped``: see ``hourly_counts_statement``.
    """
    _write(session, hourly_counts, _KEYS, hourly_counts_statement(hour, end, grouped=grouped))
    of_rules = rule_counts_statement(hour, end, grouped=grouped)
    _write(session, rule_counts, ("domain_id", "rule_id"), of_rules)


def write_presentation_counts(
    session: Session, hour: datetime, end: datetime, *, grouped: bool
) -> None:
    """Count an hour's receipts by language and surface; else like ``write_hourly_counts``."""
    receipt = consent_receipts.c
    keys = [
        receipt.domain_id,
        func.coalesce(receipt.banner_version, 0).label("banner_version"),
        func.coalesce(receipt.banner_locale, "").label("locale"),
        receipt.surface,
    ]
    within = (receipt.id >= lowest_id(hour), receipt.id < lowest_id(end))
    counts = _counted(keys, within, hour, grouped=grouped)
    _write(session, presentation_counts, _PRESENTED, counts)


def _write(session: Session, table: Table, keys: tuple[str, ...], counts: Any) -> None:
    statement = upsert(session, table).from_select(["workspace_id", *keys, "count", "hour"], counts)
    session.execute(
        statement.on_conflict_do_update(
            index_elements=list(table.primary_key), set_={"count": statement.excluded.count}
        )
    )


def hourly_counts_statement(hour: datetime, end: datetime, *, grouped: bool) -> Any:
    """Return the statement that counts the receipts from ``hour`` until before ``end``.

    ``grouped`` reads all receipts of the hour in one query, for SQLite and a cluster (where each
    shard counts its own, and the counts stay there). Otherwise it counts workspace by workspace.
    """
    receipt = consent_receipts.c
    keys: list[Any] = [
        receipt.domain_id,
        func.coalesce(receipt.banner_version, 0).label("banner_version"),
        receipt.action,
        receipt.device,
        func.coalesce(receipt.country, "").label("country"),
    ]
    within = (receipt.id >= lowest_id(hour), receipt.id < lowest_id(end))
    return _counted(keys, within, hour, grouped=grouped)


def rule_counts_statement(hour: datetime, end: datetime, *, grouped: bool) -> Any:
    """Return the statement that counts the receipts from ``hour`` until before ``end`` by rule."""
    receipt = consent_receipts.c
    keys = [receipt.domain_id, receipt.rule_id]
    within = (receipt.id >= lowest_id(hour), receipt.id < lowest_id(end))
    return _counted(keys, (*within, receipt.rule_id.is_not(None)), hour, grouped=grouped)


def _counted(
    keys: list[Any], within: tuple[ColumnElement[bool], ...], hour: datetime, *, grouped: bool
) -> Any:
    receipt = consent_receipts.c
    at = literal(hour, UtcDateTime)
    if grouped:
        # By the index on the ids, which on SQLite selects exactly the rows of the hour.
        return (
            select(receipt.workspace_id, *keys, func.count(), at)
            .where(*within)
            .group_by(receipt.workspace_id, *keys)
        )
    # A block range index is coarse for the newest rows. The primary key is not, so it is used for
    # each workspace.
    own = (
        select(*keys, func.count().label("count"))
        .where(receipt.workspace_id == _WORKSPACES.c.id, *within)
        .group_by(*keys)
        .lateral("own")
    )
    return select(_WORKSPACES.c.id, *own.c, at).select_from(_WORKSPACES.join(own, true()))


def get_rule_counts(session: Session, since: datetime) -> Iterator[tuple[UUID, UUID, str, int]]:
    """Yield (workspace, domain, rule, decisions) of the hours from ``since`` on, by workspace."""
    keys = (_RULE.workspace_id, _RULE.domain_id, _RULE.rule_id)
    rows = session.execute(
        select(*keys, func.sum(_RULE.count))
        .where(_RULE.hour >= since)
        .group_by(*keys)
        .order_by(*keys)
        .execution_options(yield_per=1000)
    )
    for workspace_id, domain_id, rule_id, count in rows:
        yield workspace_id, domain_id, rule_id, int(count)


def delete_rule_counts(session: Session, before: datetime) -> None:
    """Delete the rule counts of the hours before an instant."""
    session.execute(delete(rule_counts).where(_RULE.hour < before))


def get_counts(
    session: Session, workspace_id: UUID, query: SeriesQuery
) -> Iterator[tuple[int, str, Any]]:
    """Yield counts by bucket (its beginning as ``YYYY-MM-DD HH``) and by the column's value.

    The value is None if the table has no such column.
    """
    table = query.table
    has_column = query.column in table.c
    # Grouped by hour first, so that an hour's bucket is computed once.
    columns = [table.c.hour, *([table.c[query.column]] if has_column else [])]
    hours = (
        select(func.sum(table.c.count).label("count"), *columns)
        .where(table.c.workspace_id == workspace_id)
        .where(table.c.hour >= query.start, table.c.hour < query.end)
        .group_by(*columns)
    )
    if query.domain_id is not None:
        live = exists().where(
            _DOMAINS.c.workspace_id == workspace_id, _DOMAINS.c.id == query.domain_id
        )
        hours = hours.where(table.c.domain_id == query.domain_id, live)
    if query.version is not None:
        hours = hours.where(table.c.banner_version == query.version)
    hourly = hours.subquery("hours").c
    keys = [
        _bucket(session, hourly.hour, query.interval),
        *([hourly[query.column]] if has_column else []),
    ]
    statement = select(func.sum(hourly.count), *keys).group_by(*keys)
    for count, start, *key in session.execute(statement):
        yield int(count), start, key[0] if key else None


def get_decisions_total(session: Session, workspace_id: UUID, filters: TotalFilters) -> int:
    """Return the sum of the hourly counts that match the filters."""
    counts = hourly_counts.c
    statement = select(func.coalesce(func.sum(counts.count), 0)).where(
        counts.workspace_id == workspace_id
    )
    if filters.domain_id is not None:
        live = exists().where(
            _DOMAINS.c.workspace_id == workspace_id, _DOMAINS.c.id == filters.domain_id
        )
        statement = statement.where(counts.domain_id == filters.domain_id, live)
    if filters.from_ is not None:
        statement = statement.where(counts.hour >= filters.from_)
    if filters.to is not None:
        statement = statement.where(counts.hour <= filters.to)
    if filters.source is not None:
        unversioned = counts.banner_version == 0
        statement = statement.where(unversioned if filters.source == "gpc" else ~unversioned)
    for column in ("action", "country", "device"):
        filter_value = getattr(filters, column)
        if filter_value is not None:
            statement = statement.where(counts[column] == filter_value)
    return int(session.scalar(statement) or 0)


def impressions_statement(dialect: str) -> Any:
    """Return the statement that increments impressions; its values are rows of the table."""
    insert_into: Any = upsert_of(dialect, consent_impressions)
    return insert_into.on_conflict_do_update(
        index_elements=list(consent_impressions.primary_key),
        set_={"count": consent_impressions.c.count + insert_into.excluded.count},
    )


def has_counts(session: Session, workspace_id: UUID, before: datetime) -> bool:
    """Return whether the workspace has counts of hours before an instant."""
    return any(
        session.scalar(_hours(table, workspace_id, before).limit(1)) is not None
        for table in _COUNTS
    )


def delete_counts(session: Session, workspace_id: UUID, before: datetime, limit: int) -> list[int]:
    """Delete up to ``limit`` counts of each table before an instant. Return how many of each."""
    deleted = []
    for table in _COUNTS:
        last = session.scalar(_hours(table, workspace_id, before).offset(limit - 1).limit(1))
        due = table.c.hour < before if last is None else table.c.hour <= last
        result: Any = session.execute(
            delete(table).where(table.c.workspace_id == workspace_id, due)
        )
        deleted.append(int(result.rowcount))
    return deleted


def _hours(table: Table, workspace_id: UUID, before: datetime) -> Any:
    hour = table.c.hour
    return select(hour).where(table.c.workspace_id == workspace_id, hour < before).order_by(hour)


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
