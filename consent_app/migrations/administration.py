"""Administration of a cluster: distributing the tables that grow with visitors."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import Connection, make_url

from consent_app.db.distribution import TABLES, is_distributed
from consent_app.migrations.migrate import locked_connection
from consent_app.migrations.revisions import can_serve
from consent_app.settings.error import OperatorError

COLUMN = "workspace_id"
DEFAULT_SHARDS = 32

_EXTENSION = text("SELECT to_regproc('truncate_local_data_after_distributing_table') IS NOT NULL")
_NODES = text("SELECT count(*) FROM pg_dist_node WHERE isactive AND shouldhaveshards")
_OWNER = text(
    "SELECT pg_get_userbyid(relowner) FROM pg_class"
    " WHERE oid = to_regclass(:name) AND NOT pg_has_role(relowner, 'USAGE')"
)
_DISTRIBUTE_FIRST = text(
    "SELECT create_distributed_table(CAST(:name AS regclass), :column, shard_count => :shards)"
)
_DISTRIBUTE = text(
    "SELECT create_distributed_table(CAST(:name AS regclass), :column, colocate_with => :first)"
)
_EMPTY_LOCAL_COPY = text(
    "SELECT truncate_local_data_after_distributing_table(CAST(:name AS regclass))"
)


class DistributionError(OperatorError):
    """The tables cannot be distributed. The message says why and what to do."""


def distribute(database_url: str, shards: int = DEFAULT_SHARDS) -> list[str]:
    """Distribute the tables over the nodes of the cluster. Return the newly distributed ones.

    Tables that are already distributed are left unchanged, so that an interrupted run can be
    repeated. It holds the migration lock and has no statement timeout, because every row is copied.
    Raises DistributionError, and sqlalchemy.exc.DBAPIError.
    """
    # Before a connection, which would create a file.
    if make_url(database_url).get_backend_name() == "sqlite":
        raise DistributionError("SQLite cannot be distributed: use PostgreSQL with Citus.")
    with locked_connection(database_url) as locked:
        connection = locked.execution_options(isolation_level="AUTOCOMMIT")
        _check(connection)
        connection.execute(text("SET statement_timeout = 0"))
        return [name for name in TABLES if _distribute(connection, name, shards)]


def _check(connection: Connection) -> None:
    if not connection.scalar(_EXTENSION):
        raise DistributionError(
            "The database does not have the extension citus. On each node, have the superuser put"
            " citus into shared_preload_libraries and run CREATE EXTENSION citus in this database."
        )
    if not connection.scalar(_NODES):
        raise DistributionError(
            "The cluster has no node that holds shards. Have the superuser add one on the"
            " coordinator: SELECT citus_add_node('HOST', 5432)."
        )
    if not can_serve(connection):
        raise DistributionError(
            "The database does not have this release's schema. Run consent-app migrate first."
        )
    if owner := connection.scalar(_OWNER, {"name": TABLES[0]}):
        raise DistributionError(
            f"The tables belong to {owner}. To connect as their owner, set"
            " consent.database_direct_url or consent.database_url."
        )


def _distribute(connection: Connection, name: str, shards: int) -> bool:
    """Distribute one table unless it already is. Return whether it was distributed now."""
    new = not is_distributed(connection, name)
    if new:
        parameters: dict[str, Any] = {"name": name, "column": COLUMN}
        if name == TABLES[0]:
            connection.execute(_DISTRIBUTE_FIRST, {**parameters, "shards": shards})
        else:
            connection.execute(_DISTRIBUTE, {**parameters, "first": TABLES[0]})
    # Also after an interrupted run: the rows are in the shards, and still here.
    connection.execute(_EMPTY_LOCAL_COPY, {"name": name})
    return new
