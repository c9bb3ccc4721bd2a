"""Queries over the monthly partitions of receipts, on PostgreSQL.

Partitions are by the UUIDv7 id and created in advance. Without its month's partition a receipt goes
to the default partition, so recording never waits for the job that creates them. When the month's
partition is created, those receipts move into it. If there are very many, because no worker ran for
months, they stay, and so do the others of their month.
"""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.engine import Connection

from consent_app.db.distribution import change_shards_sequentially
from consent_app.db.ids import lowest_id
from consent_app.db.months import next_month

log = logging.getLogger(__name__)

AHEAD_MONTHS = 3

LOCK_SECONDS = 5
"""How long moving rows waits for readers before it gives up, so that no queue forms behind it."""

BRIEF_LOCK_SECONDS = 1
"""How long creating and dropping a partition wait for tables that long exports use. No statement
waits longer behind them."""

MAX_MOVED = 200_000
"""How many receipts move at most. Recording waits for them, a few seconds (400,000 took 7 s)."""

CLOSED_AFTER = timedelta(hours=1)
"""How long after its end a month may still receive receipts."""

# A number that nothing else in the database uses: one worker at a time creates partitions.
_LOCK = 0x7265636569707473
_INDEXES = text("SELECT indexname FROM pg_indexes WHERE tablename LIKE 'consent_receipts_%'")
_MONTH = re.compile(r"consent_receipts_(\d{4})_(\d{2})")
_TO_MOVE = text(
    "SELECT count(*) FROM (SELECT 1 FROM consent_receipts_default WHERE id >= :low AND id < :high"
    " LIMIT :most) AS rows"
)
_PARTITIONS = text(
    "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid"
    " WHERE i.inhparent = 'consent_receipts'::regclass"
)


def coming_months(now: datetime) -> list[datetime]:
    """Return the beginnings of this month and of the next three."""
    months = [datetime(now.year, now.month, 1, tzinfo=UTC)]
    for _ in range(AHEAD_MONTHS):
        months.append(next_month(months[-1]))
    return months


def partition_name(start: datetime) -> str:
    """Return the name of a month's partition."""
    return f"consent_receipts_{start:%Y_%m}"


def make_partition(connection: Connection, start: datetime) -> bool:
    """Create the partition of the month that begins at ``start``. False if it exists, or if the
    default partition has too many of its receipts.

    Raises sqlalchemy.exc.OperationalError if the table is in use for longer than a second.
    """
    _begin_change(connection)
    name = partition_name(start)
    if name in set(connection.scalars(_PARTITIONS)):
        return False
    # Built here from numbers, as the name is: nothing in them comes from outside.
    bounds = {"low": lowest_id(start), "high": lowest_id(next_month(start))}
    to_move = connection.scalar(_TO_MOVE, {**bounds, "most": MAX_MOVED + 1}) or 0
    if to_move > MAX_MOVED:
        log.warning("%s was not made: the default partition has many of its receipts", name)
        return False
    _make(connection, name, bounds, any_to_move=to_move > 0)
    return True


def _begin_change(connection: Connection) -> None:
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
    change_shards_sequentially(connection)


def _wait_at_most(connection: Connection, seconds: int) -> None:
    """Let this transaction wait no longer for a lock."""
    connection.execute(text(f"SET LOCAL lock_timeout = '{seconds}s'"))


def _lift_time_limit(connection: Connection) -> None:
    # A month of a busy service takes longer than the statement of a request may.
    connection.execute(text("SET LOCAL statement_timeout = 0"))


def get_unindexed_partitions(connection: Connection, now: datetime) -> list[str]:
    """Return the partitions of past months whose visitor hashes have no trigram index yet.

    The current month has none, because the index would take a quarter of the database's work for
    each receipt (measured: ``docs/receipts.md``). Returns none without the extension pg_trgm. Call
    it on PostgreSQL only.
    """
    if not connection.scalar(text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")):
        return []
    names = set(connection.scalars(_INDEXES))
    closed = get_due_partitions(connection, now - CLOSED_AFTER)
    return [name for name, _ in closed if f"{name}_trigrams" not in names]


def index_partition(connection: Connection, name: str) -> bool:
    """Index the visitor hashes of a partition. False if another worker has just done so."""
    _begin_change(connection)
    if f"{name}_trigrams" in set(connection.scalars(_INDEXES)):
        return False
    _lift_time_limit(connection)
    connection.execute(
        text(f"CREATE INDEX {name}_trigrams ON {name} USING gin (ip_hash gin_trgm_ops)")
    )
    return True


def get_due_partitions(connection: Connection, cutoff: datetime) -> list[tuple[str, datetime]]:
    """Return the name and the end of each month's partition that ended by ``cutoff``, oldest first.

    Call it on PostgreSQL only.
    """
    due = []
    for name in sorted(connection.scalars(_PARTITIONS)):
        if month := _MONTH.fullmatch(name):
            end = next_month(datetime(int(month[1]), int(month[2]), 1, tzinfo=UTC))
            if end <= cutoff:
                due.append((name, end))
    return due


def count_partition(connection: Connection, name: str) -> dict[UUID, int] | None:
    """Return how many receipts of each workspace a month's partition has; None if it is gone.

    Call it in a transaction, in which nobody else drops it.
    """
    _begin_change(connection)
    if name not in set(connection.scalars(_PARTITIONS)):
        return None
    _lift_time_limit(connection)
    # The name has the form that _PARTITIONS creates: nothing in it comes from outside.
    counted = connection.execute(
        text(f"SELECT workspace_id, count(*) FROM {name} GROUP BY 1")  # noqa: S608
    )
    return {row[0]: int(row[1]) for row in counted}


def drop_partition(connection: Connection, name: str) -> None:
    """Drop a month's partition that was counted in the same transaction.

    Call it last: until the transaction ends, nobody else can read or record receipts. Raises
    sqlalchemy.exc.OperationalError if the table is in use for longer than a second.
    """
    _wait_at_most(connection, BRIEF_LOCK_SECONDS)
    connection.execute(text(f"DROP TABLE {name}"))


def _make(connection: Connection, name: str, bounds: dict[str, UUID], *, any_to_move: bool) -> None:
    _wait_at_most(connection, BRIEF_LOCK_SECONDS)
    connection.execute(
        text(
            f"CREATE TABLE {name} (LIKE consent_receipts INCLUDING DEFAULTS INCLUDING CONSTRAINTS)"
        )
    )
    if any_to_move:
        _move(connection, name, bounds)
    connection.execute(
        text(
            f"ALTER TABLE consent_receipts ATTACH PARTITION {name}"
            f" FOR VALUES FROM ('{bounds['low']}') TO ('{bounds['high']}')"
        )
    )
    # Otherwise a search for one of the newest receipts by its id reads all rows since the last
    # vacuum: a fifth of the month.
    connection.execute(text(f"ALTER INDEX {name}_id_idx SET (autosummarize = on)"))


def _move(connection: Connection, name: str, bounds: dict[str, UUID]) -> None:
    # A reader that planned without the new partition must not find the default one already empty,
    # nor the other way round. So nobody else may use the table while rows move.
    _wait_at_most(connection, LOCK_SECONDS)
    connection.execute(text("LOCK TABLE consent_receipts IN ACCESS EXCLUSIVE MODE"))
    connection.execute(
        text(
            "WITH moved AS (DELETE FROM consent_receipts_default"  # noqa: S608
            " WHERE id >= :low AND id < :high RETURNING *)"
            f" INSERT INTO {name} SELECT * FROM moved"
        ),
        bounds,
    )
