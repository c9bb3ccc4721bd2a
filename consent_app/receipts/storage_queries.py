"""Queries over how receipts are stored: monthly partitions on PostgreSQL, and deletions.

Partitions are by the UUIDv7 id and made ahead. Without its month's partition a receipt goes to the
default partition, so recording never waits for the job that makes them. What came there in the
meantime moves along when the month is made.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, select, text
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.orm import Session

from consent_app.db.distribution import change_shards_sequentially
from consent_app.db.ids import lowest_id
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.receipts.queries import IDEMPOTENCY_LIFETIME

PAGE_IDS = 5000
BATCH_KEYS = 5000
"""How many idempotency keys are deleted in a transaction."""
MAX_IDS = 500
"""How many ids stand in one statement."""

AHEAD_MONTHS = 3

LOCK_SECONDS = 5
"""How long moving rows waits for readers, rather than queue all of them behind it."""

DROP_LOCK_SECONDS = 1
"""How long dropping a month waits for the table: no longer does anybody wait behind it."""

CLOSED_AFTER = timedelta(hours=1)
"""So long after its end nobody writes into a month any more."""

_receipt = consent_receipts.c
_key = consent_idempotency.c

# Any number that nothing else in the database uses: one worker at a time makes partitions.
_LOCK = 0x7265636569707473
_INDEXES = text("SELECT indexname FROM pg_indexes WHERE tablename LIKE 'consent_receipts_%'")
_MONTH = re.compile(r"consent_receipts_(\d{4})_(\d{2})")
_ANY_TO_MOVE = text(
    "SELECT EXISTS (SELECT 1 FROM consent_receipts_default WHERE id >= :low AND id < :high)"
)
_PARTITIONS = text(
    "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
    " WHERE i.inhparent = 'consent_receipts'::regclass"
)


def make_partitions(engine: Engine, now: datetime) -> list[str]:
    """Make the partitions of this month and the next three; return the names of the new ones.

    Each is a transaction of its own. To be called on PostgreSQL.
    """
    start = datetime(now.year, now.month, 1, tzinfo=UTC)
    new_names = []
    for _ in range(AHEAD_MONTHS + 1):
        with engine.begin() as connection:
            new_names += _make_partition(connection, start)
        start = _next_month(start)
    return new_names


def _make_partition(connection: Connection, start: datetime) -> list[str]:
    _begin_change(connection)
    name = f"consent_receipts_{start:%Y_%m}"
    if name in set(connection.scalars(_PARTITIONS)):
        return []
    _make(connection, name, start, _next_month(start))
    return [name]


def _begin_change(connection: Connection) -> None:
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    change_shards_sequentially(connection)


def index_hashes(connection: Connection, now: datetime) -> list[str]:
    """Index the visitor hashes of the months that are over by their trigrams; return which.

    In the month that is written to the index would cost a quarter of the database's work for each
    receipt (measured: ``docs/receipts.md``). To be called in a transaction on PostgreSQL. Without
    the extension pg_trgm there is nothing to do.
    """
    _begin_change(connection)
    if not connection.scalar(text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")):
        return []
    indexed = []
    names = set(connection.scalars(_INDEXES))
    for name, _ in due_partitions(connection, now - CLOSED_AFTER):
        if f"{name}_trigrams" not in names:
            connection.execute(
                text(f"CREATE INDEX {name}_trigrams ON {name} USING gin (ip_hash gin_trgm_ops)")
            )
            indexed.append(name)
    return indexed


def due_partitions(connection: Connection, cutoff: datetime) -> list[tuple[str, datetime]]:
    """Return the name and the end of each month that ended at or before ``cutoff``, oldest first.

    To be called on PostgreSQL.
    """
    due = []
    for name in sorted(connection.scalars(_PARTITIONS)):
        if month := _MONTH.fullmatch(name):
            end = _next_month(datetime(int(month[1]), int(month[2]), 1, tzinfo=UTC))
            if end <= cutoff:
                due.append((name, end))
    return due


def drop_partition(connection: Connection, name: str) -> dict[UUID, int]:
    """Drop a month; return how many receipts it held of each workspace.

    To be called in a transaction. Raises sqlalchemy.exc.OperationalError where the table is in use
    for longer than a second.
    """
    _begin_change(connection)
    if name not in set(connection.scalars(_PARTITIONS)):
        return {}
    # The name is one of _PARTITIONS that looks as it is made here: nothing comes from outside.
    counted = connection.execute(
        text(f"SELECT workspace_id, count(*) FROM {name} GROUP BY 1")  # noqa: S608
    )
    counts = {row[0]: int(row[1]) for row in counted}
    connection.execute(text(f"SET LOCAL lock_timeout = '{DROP_LOCK_SECONDS}s'"))
    connection.execute(text(f"DROP TABLE {name}"))
    return counts


def _make(connection: Connection, name: str, start: datetime, end: datetime) -> None:
    # Names and bounds are made here alone, of numbers: nothing of them comes from outside.
    bounds = {"low": lowest_id(start), "high": lowest_id(end)}
    connection.execute(
        text(
            f"CREATE TABLE {name} (LIKE consent_receipts INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"
        )
    )
    if connection.scalar(_ANY_TO_MOVE, bounds):
        _move(connection, name, bounds)
    connection.execute(
        text(
            f"ALTER TABLE consent_receipts ATTACH PARTITION {name}"
            f" FOR VALUES FROM ('{bounds['low']}') TO ('{bounds['high']}')"
        )
    )


def _move(connection: Connection, name: str, bounds: dict[str, UUID]) -> None:
    # A reader that has planned without the new partition must not meet the default one already
    # emptied, nor the other way round: while rows move, nobody else is in the table.
    connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}s'"))
    connection.execute(text("LOCK TABLE consent_receipts IN ACCESS EXCLUSIVE MODE"))
    connection.execute(
        text(
            "WITH moved AS (DELETE FROM consent_receipts_default"  # noqa: S608
            " WHERE id >= :low AND id < :high RETURNING *)"
            f" INSERT INTO {name} SELECT * FROM moved"
        ),
        bounds,
    )


def _next_month(start: datetime) -> datetime:
    return start.replace(year=start.year + start.month // 12, month=start.month % 12 + 1)


def has_receipts(session: Session, workspace_id: UUID, before: UUID) -> bool:
    """Whether the workspace has receipts with lower ids than ``before``."""
    return session.scalar(_ids_before(workspace_id, before).limit(1)) is not None


def delete_receipts(session: Session, workspace_id: UUID, before: UUID, limit: int) -> int:
    """Delete up to ``limit`` receipts with lower ids than ``before``; return how many."""
    # By a range, so that PostgreSQL looks into no partition but those that have them.
    last = session.scalar(_ids_before(workspace_id, before).offset(limit - 1).limit(1))
    due = _receipt.id < before if last is None else _receipt.id <= last
    result: Any = session.execute(
        delete(consent_receipts).where(_receipt.workspace_id == workspace_id, due)
    )
    return int(result.rowcount)


def delete_keys_of(session: Session, workspace_id: UUID) -> None:
    """Delete a workspace's idempotency keys, which are of a day at most."""
    session.execute(delete(consent_idempotency).where(_key.workspace_id == workspace_id))


def delete_old_keys(engine: Engine, now: datetime) -> bool:
    """Delete some of the keys that are older than 24 hours; return whether there may be more."""
    oldest = lowest_id(now - IDEMPOTENCY_LIFETIME)
    due = select(_key.receipt_id).where(_key.receipt_id < oldest).order_by(_key.receipt_id)
    with engine.execution_options(read_only=True).connect() as connection:
        last = connection.scalar(due.offset(BATCH_KEYS - 1).limit(1))
        if last is None and connection.scalar(due.limit(1)) is None:
            return False
    with engine.begin() as connection:
        condition = _key.receipt_id < oldest if last is None else _key.receipt_id <= last
        connection.execute(delete(consent_idempotency).where(condition))
    return last is not None


def get_id_pages(session: Session, workspace_id: UUID) -> Iterator[list[UUID]]:
    """Give the ids of the workspace's receipts, newest first, page by page."""
    statement = select(_receipt.id).where(_receipt.workspace_id == workspace_id)
    statement = statement.order_by(_receipt.id.desc()).limit(PAGE_IDS)
    ids = list(session.scalars(statement))
    while ids:
        yield ids
        if len(ids) < PAGE_IDS:
            return
        ids = list(session.scalars(statement.where(_receipt.id < ids[-1])))


def get_neighbours(
    session: Session, workspace_id: UUID, ids: Collection[UUID]
) -> tuple[set[UUID], set[str], set[UUID]]:
    """Return what receipts link to: ids there are, hashes of addresses, and linked ids.

    Linked are former receipts and those that name one of ``ids`` as theirs.
    """
    existing: set[UUID] = set()
    hashes: set[str] = set()
    linked: set[UUID] = set()
    columns = select(_receipt.id, _receipt.former_receipt_id, _receipt.ip_hash)
    columns = columns.where(_receipt.workspace_id == workspace_id)
    for part in _in_parts(ids):
        for id_, former_id, ip_hash in session.execute(columns.where(_receipt.id.in_(part))):
            existing.add(id_)
            linked |= {former_id} - {None}
            hashes |= {ip_hash} - {None}
        later = columns.where(_receipt.former_receipt_id.in_(part))
        linked |= {row[0] for row in session.execute(later)}
    return existing, hashes, linked


def get_ids_of_hashes(
    session: Session, workspace_id: UUID, hashes: Collection[str], except_ids: Collection[UUID]
) -> set[UUID]:
    """Return the ids of other receipts with one of these hashes of addresses."""
    statement = _of_hashes(workspace_id, hashes, except_ids)
    return set(session.scalars(statement.with_only_columns(_receipt.id)))


def count_of_hashes(
    session: Session, workspace_id: UUID, hashes: Collection[str], except_ids: Collection[UUID]
) -> int:
    """Return how many other receipts there are with one of these hashes of addresses."""
    statement = _of_hashes(workspace_id, hashes, except_ids)
    return session.scalar(statement.with_only_columns(func.count())) or 0


def delete_by_ids(session: Session, workspace_id: UUID, ids: Collection[UUID]) -> int:
    """Delete receipts and their idempotency keys; return how many receipts."""
    count = 0
    for part in _in_parts(ids):
        session.execute(
            delete(consent_idempotency).where(
                _key.workspace_id == workspace_id, _key.receipt_id.in_(part)
            )
        )
        result: Any = session.execute(
            delete(consent_receipts).where(
                _receipt.workspace_id == workspace_id, _receipt.id.in_(part)
            )
        )
        count += result.rowcount
    return count


def _ids_before(workspace_id: UUID, before: UUID) -> Any:
    return (
        select(_receipt.id)
        .where(_receipt.workspace_id == workspace_id, _receipt.id < before)
        .order_by(_receipt.id)
    )


def _of_hashes(workspace_id: UUID, hashes: Collection[str], except_ids: Collection[UUID]) -> Any:
    return (
        select(_receipt.id)
        .select_from(consent_receipts)
        .where(
            _receipt.workspace_id == workspace_id,
            _receipt.ip_hash.in_(sorted(hashes)),
            _receipt.id.not_in(sorted(except_ids)),
        )
    )


def _in_parts(ids: Collection[UUID]) -> Iterator[list[UUID]]:
    """Give the ids in one order, so that of two erasures neither waits for the other's rows."""
    ordered = sorted(ids)
    for start in range(0, len(ordered), MAX_IDS):
        yield ordered[start : start + MAX_IDS]
