"""The periodic jobs of receipts."""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.jobs import Parts
from consent_app.receipts import deletion_queries, partition_queries

PARTITIONS = "receipts.partitions"
PARTITIONS_EVERY_SECONDS = 24 * 3600
FORGET_KEYS = "receipts.forget_keys"
FORGET_KEYS_EVERY_SECONDS = 3600


def prepare_partitions(app: Application, payload: dict[str, Any]) -> None:
    """Create the partitions of the coming months and index those of past ones. SQLite has one
    table.

    If a month failed, the others are done first; then RetryLater is raised.
    """
    if app.database.dialect != "postgresql":
        return
    engine, now = app.database.engine, app.now()
    parts = Parts("Months of receipts were not prepared")
    for start in partition_queries.coming_months(now):
        with parts.part(partition_queries.partition_name(start)), engine.begin() as connection:
            partition_queries.make_partition(connection, start)
    with engine.execution_options(read_only=True).connect() as connection:
        names = partition_queries.get_unindexed_partitions(connection, now)
    for name in names:
        with parts.part(f"the index of {name}"), engine.begin() as connection:
            partition_queries.index_partition(connection, name)
    parts.report()


def forget_keys(app: Application, payload: dict[str, Any]) -> None:
    """Delete the idempotency keys that are older than 24 hours."""
    while deletion_queries.delete_old_keys(app.database.engine, app.now()):
        pass
