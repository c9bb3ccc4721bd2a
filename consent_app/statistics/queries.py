"""Queries that write, rewrite and delete counts. ``series_queries`` has those that sum them up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Column, ColumnElement, Table, delete, func, literal, select, true
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from consent_app.db.ids import lowest_id
from consent_app.db.session import affected_rows
from consent_app.db.types import UtcDateTime
from consent_app.db.upserts import upsert, upsert_of
from consent_app.receipts.read_models import consent_receipts
from consent_app.statistics.models import (
    Count,
    consent_impressions,
    daily_counts,
    hourly_counts,
    hourly_counts_until,
    presentation_counts,
    rule_counts,
)
from consent_app.workspaces.read_models import Workspace

_WORKSPACES = Workspace.__table__
_KEYS = ("domain_id", "banner_version", "action", "device", "country")
_PRESENTED = ("domain_id", "banner_version", "locale", "surface")
_RULE = rule_counts.c
_UNTIL = hourly_counts_until.c
# Each table with the column that deletion uses. Daily counts are deleted first: a day without them
# is read from its hours.
_COUNTS: tuple[tuple[Table, Column[Any]], ...] = (
    (daily_counts, daily_counts.c.day),
    (hourly_counts, hourly_counts.c.hour),
    (consent_impressions, consent_impressions.c.hour),
    (presentation_counts, presentation_counts.c.hour),
)


@dataclass(frozen=True, slots=True)
class ReceiptRange:
    """The receipts of an hour, from ``start`` until before ``end``: everybody's or a workspace's.

    ``grouped`` reads all of them in one query, for SQLite, a cluster (where each shard counts its
    own, and the counts stay there) and a single workspace. Otherwise they are counted workspace by
    workspace.
    """

    start: datetime
    end: datetime
    grouped: bool
    workspace_id: UUID | None = None

    @property
    def conditions(self) -> tuple[ColumnElement[bool], ...]:
        """The conditions that select them."""
        receipt = consent_receipts.c
        own = () if self.workspace_id is None else (receipt.workspace_id == self.workspace_id,)
        return (*own, receipt.id >= lowest_id(self.start), receipt.id < lowest_id(self.end))


def get_counted_until(
    connection: Session | Connection, count: Count = Count.DECISIONS
) -> datetime | None:
    """Return the instant before which every receipt is counted; None before the first count."""
    until: datetime | None = connection.scalar(select(_UNTIL.until).where(_UNTIL.id == count))
    return until


def get_first_workspace_at(session: Session) -> datetime | None:
    """Return when the oldest workspace was created, or None."""
    first: datetime | None = session.scalar(select(func.min(_WORKSPACES.c.created_at)))
    return first


def get_first_counted_at(connection: Session | Connection) -> datetime | None:
    """Return the oldest hour that has a count, or None. Reads all of them."""
    first: datetime | None = connection.scalar(select(func.min(hourly_counts.c.hour)))
    return first


def write_counted_until(connection: Session | Connection, until: datetime, count: Count) -> None:
    """Store how far receipts are counted.

    Call it first: of two workers one waits here, so that they never write the same counts.
    """
    statement = upsert(connection, hourly_counts_until).values(id=count, until=until)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["id"], set_={"until": statement.excluded.until}
        )
    )


def lock_counted_until(connection: Session | Connection, count: Count) -> datetime | None:
    """Return the same as ``get_counted_until``. Nobody counts before the transaction ends."""
    locked = select(_UNTIL.until).where(_UNTIL.id == count).with_for_update()
    until: datetime | None = connection.scalar(locked)
    return until


def delete_hour(session: Session, workspace_id: UUID, hour: datetime, count: Count) -> None:
    """Delete a workspace's counts of an hour, which are then written again."""
    tables = (hourly_counts, rule_counts) if count == Count.DECISIONS else (presentation_counts,)
    for table in tables:
        own = table.c.workspace_id == workspace_id
        session.execute(delete(table).where(own, table.c.hour == hour))


def write_hourly_counts(session: Session, receipts: ReceiptRange) -> None:
    """Count an hour's receipts, replacing the former counts."""
    _write(session, hourly_counts, _KEYS, hourly_counts_statement(receipts))
    _write(session, rule_counts, ("domain_id", "rule_id"), rule_counts_statement(receipts))


def write_presentation_counts(session: Session, receipts: ReceiptRange) -> None:
    """Count an hour's receipts by language and surface; else like ``write_hourly_counts``."""
    receipt = consent_receipts.c
    keys = [
        receipt.domain_id,
        func.coalesce(receipt.banner_version, 0).label("banner_version"),
        func.coalesce(receipt.banner_locale, "").label("locale"),
        receipt.surface,
    ]
    _write(session, presentation_counts, _PRESENTED, _counted_receipts(receipts, keys))


def write_daily_counts(session: Session, day: datetime, end: datetime, *, grouped: bool) -> None:
    """Sum up the hourly counts of the day that ends before ``end``, replacing its former sums.

    ``grouped``: see ``ReceiptRange``.
    """
    _write(session, daily_counts, _KEYS, daily_counts_statement(day, end, grouped=grouped), "day")


def daily_counts_statement(day: datetime, end: datetime, *, grouped: bool) -> Any:
    """Return the statement that sums up the hourly counts from ``day`` until before ``end``.

    ``grouped``: see ``ReceiptRange``.
    """
    count = hourly_counts.c
    keys = [count[name] for name in _KEYS]
    within = (count.hour >= day, count.hour < end)
    return _counted(hourly_counts, keys, within, day, grouped=grouped)


def _write(
    session: Session, table: Table, keys: tuple[str, ...], counts: Any, at: str = "hour"
) -> None:
    statement = upsert(session, table).from_select(["workspace_id", *keys, "count", at], counts)
    count = statement.excluded.count
    session.execute(
        statement.on_conflict_do_update(
            index_elements=list(table.primary_key),
            set_={"count": count},
            # An hour is counted every few minutes, and few domains have new decisions each time.
            where=table.c.count != count,
        )
    )


def hourly_counts_statement(receipts: ReceiptRange) -> Any:
    """Return the statement that counts an hour's receipts."""
    receipt = consent_receipts.c
    keys: list[Any] = [
        receipt.domain_id,
        func.coalesce(receipt.banner_version, 0).label("banner_version"),
        receipt.action,
        receipt.device,
        func.coalesce(receipt.country, "").label("country"),
    ]
    return _counted_receipts(receipts, keys)


def rule_counts_statement(receipts: ReceiptRange) -> Any:
    """Return the statement that counts an hour's receipts by rule."""
    receipt = consent_receipts.c
    return _counted_receipts(
        receipts, [receipt.domain_id, receipt.rule_id], receipt.rule_id.is_not(None)
    )


def _counted_receipts(
    receipts: ReceiptRange, keys: list[Any], *conditions: ColumnElement[bool]
) -> Any:
    within = (*receipts.conditions, *conditions)
    return _counted(consent_receipts, keys, within, receipts.start, grouped=receipts.grouped)


def _counted(
    table: Any, keys: list[Any], within: tuple[Any, ...], start: datetime, *, grouped: bool
) -> Any:
    """Count receipts by some keys, or sum up counts. ``within`` are the rows of the time that
    begins at ``start``."""
    row, at = table.c, literal(start, UtcDateTime)
    count = func.sum(row.count) if "count" in row else func.count()
    if grouped:
        # By the index on the ids, which on SQLite selects exactly the rows of the hour.
        return (
            select(row.workspace_id, *keys, count, at)
            .where(*within)
            .group_by(row.workspace_id, *keys)
        )
    # A block range index is coarse for the newest rows. The primary key is not, so it is used for
    # each workspace.
    counts = (
        select(*keys, count.label("count"))
        .where(row.workspace_id == _WORKSPACES.c.id, *within)
        .group_by(*keys)
        .lateral("own")
    )
    return select(_WORKSPACES.c.id, *counts.c, at).select_from(_WORKSPACES.join(counts, true()))


def delete_rule_counts_of(session: Session, workspace_id: UUID, limit: int) -> int:
    """Delete some of a workspace's counts by rule, which are of the last 30 days.

    Returns how many: those of whole domains, at least ``limit``, or all that are left. A domain has
    a count for each rule and each hour of 30 days at most.
    """
    own = _RULE.workspace_id == workspace_id
    domains = select(_RULE.domain_id).where(own).order_by(_RULE.domain_id)
    last = session.scalar(domains.offset(limit - 1).limit(1))
    is_meant = () if last is None else (_RULE.domain_id <= last,)
    return affected_rows(session, delete(rule_counts).where(own, *is_meant))


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


def added_counts_statement(dialect: str, table: Table) -> Any:
    """Return the statement that adds to counts; its values are rows of the table."""
    insert_into: Any = upsert_of(dialect, table)
    return insert_into.on_conflict_do_update(
        index_elements=list(table.primary_key),
        set_={"count": table.c.count + insert_into.excluded.count},
    )


def add_counts(connection: Connection, table: Table, counts: Mapping[tuple[Any, ...], int]) -> None:
    """Add to the counts of a table, by its primary key."""
    names = [column.name for column in table.primary_key]
    rows = [dict(zip(names, key, strict=True)) | {"count": count} for key, count in counts.items()]
    if rows:
        connection.execute(added_counts_statement(connection.dialect.name, table), rows)


def has_counts(session: Session, workspace_id: UUID, before: datetime) -> bool:
    """Return whether the workspace has counts of hours before an instant."""
    return any(
        session.scalar(_times(table, column, workspace_id, before).limit(1)) is not None
        for table, column in _COUNTS
    )


def delete_counts(session: Session, workspace_id: UUID, before: datetime, limit: int) -> list[int]:
    """Delete up to ``limit`` counts of each table before an instant. Return how many of each."""
    deleted = []
    for table, column in _COUNTS:
        times = _times(table, column, workspace_id, before)
        last = session.scalar(times.offset(limit - 1).limit(1))
        is_due = column < before if last is None else column <= last
        due_rows = delete(table).where(table.c.workspace_id == workspace_id, is_due)
        deleted.append(affected_rows(session, due_rows))
    return deleted


def _times(table: Table, column: Column[Any], workspace_id: UUID, before: datetime) -> Any:
    conditions = (table.c.workspace_id == workspace_id, column < before)
    return select(column).where(*conditions).order_by(column)
