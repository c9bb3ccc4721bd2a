"""Distribution by Citus: the tables that grow with visitors, spread over a cluster by workspace.

The five tables are distributed by ``workspace_id`` and co-located, so that what concerns one
workspace is on one machine; all others stay ordinary tables of the coordinator. An installation on
one database never comes here but to be told that it is not distributed.
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
    "consent_presentation_counts",
)
"""The first is the one that the others are co-located with."""

# Without the schema: Citus keeps its catalogue in pg_catalog, which is searched first.
_CATALOGUE = text("SELECT to_regclass('pg_dist_partition') IS NOT NULL")
_IS_DISTRIBUTED = text(
    "SELECT EXISTS (SELECT 1 FROM pg_dist_partition"
    " WHERE logicalrelid = to_regclass(:name) AND partmethod = 'h')"
)
_SHARD = text("SELECT get_shard_id_for_distribution_column(:name, CAST(:id AS uuid))")
_SEQUENTIALLY = text("SET LOCAL citus.multi_shard_modify_mode TO 'sequential'")


def is_distributed(connection: Connection, table: str = TABLES[0]) -> bool:
    """Whether the table is distributed. To be called on PostgreSQL."""
    if not connection.scalar(_CATALOGUE):
        return False
    return bool(connection.scalar(_IS_DISTRIBUTED, {"name": table}))


def get_shard_id(connection: Connection, workspace_id: UUID) -> int:
    """Return the shard of ``consent_receipts`` that a workspace is in, on a cluster."""
    return int(connection.scalar(_SHARD, {"name": TABLES[0], "id": str(workspace_id)}) or 0)


def change_shards_sequentially(connection: Connection) -> None:
    """Have this transaction reach the shards of a table one after the other.

    For a transaction that reads a distributed table and then changes its definition, which Citus
    refuses over several connections to a machine. On one database it is a setting that nobody
    reads.
    """
    connection.execute(_SEQUENTIALLY)
