"""Partitions of receipts, made without the job that prepares them."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.engine import Engine

from consent_app.receipts.partition_queries import coming_months, make_partition, partition_name


def make_partitions(engine: Engine, now: datetime) -> list[str]:
    """Create the partitions of this month and the next three. Return the names of the new ones.

    Each is created in a separate transaction. Call it on PostgreSQL only.
    """
    new_names = []
    for start in coming_months(now):
        with engine.begin() as connection:
            if make_partition(connection, start):
                new_names.append(partition_name(start))
    return new_names
