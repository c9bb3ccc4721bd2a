"""Queries over the monthly partitions of receipts, on PostgreSQL.

They are by the UUIDv7 id and made ahead. Without its month's partition a receipt goes to the
default partition, so recording never waits for the job that makes them. What came there in the
meantime moves along when the month is made.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.engine import Connection, Engine

from consent_app.db.distribution import change_shards_sequentially
from consent_app.db.ids import lowest_id

AHEAD_MONTHS = 3

LOCK_SECONDS = 5
"""How long moving rows waits for readers, rather than queue all of them behind it."""

DROP_LOCK_SECONDS = 1
"""How long dropping a month waits for the table: no longer does anybody wait behind it."""

CLOSED_AFTER = timedelta(hours=1)
"""So long after its end nobody writes into a month any more."""

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
