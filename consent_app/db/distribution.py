"""Distribution with Citus: the tables that grow with visitors, spread over a cluster by workspace.

These tables are distributed by ``workspace_id`` and co-located, so that the data of one
workspace is on one machine. All others stay ordinary tables of the coordinator. On one database,
this module only reports that the tables are not distributed.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import text
from sqlalchemy.engine import Connection

TABLES = (
    "consent_receipts",
    "consent_idempotency",
    "consent_impressions",
    "consent_figures",
    "consent_daily_counts",
    "consent_presentation_counts",
)
"""The others are co-located with the first."""

# Without the schema: Citus keeps its catalogue in pg_catalog, which is always searched.
_CATALOGUE = text("SELECT to_regclass('pg_dist_partition') IS NOT NULL")
_IS_DISTRIBUTED = text(
    "SELECT EXISTS (SELECT 1 FROM pg_dist_partition"
    " WHERE logicalrelid = to_regclass(:name) AND partmethod = 'h')"
)
_SHARD = text("SELECT get_shard_id_for_distribution_column(:name, CAST(:id AS uuid))")
_SEQUENTIALLY = text("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")


def is_distributed(connection: Connection, table: str = TABLES[0]) -> bool:
    """Return whether the table is distributed. Call it on PostgreSQL only."""
    if not connection.scalar(_CATALOGUE):
        return False
    return bool(connection.scalar(_IS_DISTRIBUTED, {"name": table}))


def get_shard_id(connection: Connection, workspace_id: UUID) -> int:
    """Return the shard of ``consent_receipts`` that a workspace is in, on a cluster."""
    return int(connection.scalar(_SHARD, {"name": TABLES[0], "id": str(workspace_id)}) or 0)


def change_shards_sequentially(connection: Connection) -> None:
    """Make this transaction reach the shards of a table one after the other.

    For a transaction that reads a distributed table and then changes its definition, which Citus
    refuses over several connections to one machine. On one database the setting has no effect.
    """
    connection.execute(_SEQUENTIALLY)
