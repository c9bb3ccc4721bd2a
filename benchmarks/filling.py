"""A year's worth of receipts, inserted in bulk (PostgreSQL)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.engine import Engine

from consent_app.receipts.models import consent_receipts
from consent_app.receipts.partition_queries import (
    get_unindexed_partitions,
    index_partition,
)
from tests.support.partitions import make_partitions

DAYS = 400
BATCH = 500_000

# The id of a row contains its time: `first` is the millisecond of the first row.
_OWN = {
    "id": "overlay(overlay(md5(random()::text) placing"
    " lpad(to_hex((:first + :span * n / :total)::bigint), 12, '0') from 1 for 12)"
    " placing '7' from 13 for 1)::uuid",
    "action": "(ARRAY['accept_all', 'reject_all', 'custom'])[1 + n % 3]",
    "source": "CASE WHEN random() < 0.1 THEN 'gpc' ELSE 'banner' END",
    "country": "(ARRAY['DE', 'FR', 'AT', 'ES', 'IT', 'US', 'NL'])[1 + n % 7]",
    "device": "(ARRAY['desktop', 'mobile', 'tablet'])[1 + n / 3 % 3]",
    "ip_hash": "md5((random() * :total)::bigint::text)",
}
_COLUMNS = [str(column.name) for column in consent_receipts.columns]
_SQL = (
    f"INSERT INTO consent_receipts ({', '.join(_COLUMNS)})"
    f" SELECT {', '.join(_OWN.get(name, f'one.{name}') for name in _COLUMNS)}"
    " FROM (SELECT * FROM consent_receipts WHERE workspace_id = CAST(:workspace AS uuid) LIMIT 1)"
    " AS one, generate_series(CAST(:low AS bigint), CAST(:high AS bigint)) AS n"
)
# Here two colons are a cast, not a parameter.
_FILL = text(_SQL.replace("::", r"\:\:"))


def fill(engine: Engine, workspace_id: str, rows: int) -> None:
    """Add ``rows`` receipts to a workspace that has one, over 400 days, and analyse the table.

    Past months get their trigram index, as the daily job would create it.
    """
    now = datetime.now(UTC)
    first = now - timedelta(days=DAYS)
    month = first
    while month < now:
        make_partitions(engine, month)
        month += timedelta(days=28)
    span = DAYS * 86_400_000
    for low in range(0, rows, BATCH):
        with engine.begin() as connection:
            # This may take long on a busy machine.
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            connection.execute(
                _FILL,
                {
                    "first": int(first.timestamp() * 1000),
                    "span": float(span),
                    "total": rows,
                    "workspace": workspace_id,
                    "low": low,
                    "high": min(rows, low + BATCH) - 1,
                },
            )
    with engine.begin() as connection:
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        for name in get_unindexed_partitions(connection, now):
            index_partition(connection, name)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("SET statement_timeout = 0")
        connection.exec_driver_sql("VACUUM (ANALYZE) consent_receipts")
