"""The periodic jobs of receipts."""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.receipts import deletion_queries, partition_queries

PARTITIONS = "receipts.partitions"
PARTITIONS_EVERY_SECONDS = 24 * 3600
FORGET_KEYS = "receipts.forget_keys"
FORGET_KEYS_EVERY_SECONDS = 3600


def partitions(app: Application, payload: dict[str, Any]) -> None:
    """Create the partitions of the coming months and index those that are over. SQLite has one
    table."""
    if app.database.dialect == "postgresql":
        partition_queries.make_partitions(app.database.engine, app.now())
        with app.database.engine.begin() as connection:
            partition_queries.index_hashes(connection, app.now())


def forget_keys(app: Application, payload: dict[str, Any]) -> None:
    """Delete the idempotency keys that are older than 24 hours."""
    while deletion_queries.delete_old_keys(app.database.engine, app.now()):
        pass
