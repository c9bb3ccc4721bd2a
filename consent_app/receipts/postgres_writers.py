"""The writers of receipts for PostgreSQL and for a cluster, and the choice of a process's writer.

On PostgreSQL all waiting rows are sent as one JSON text to a prepared statement on a dedicated
connection, and committed at once (``group_commit``). Nothing is answered before the commit.

On a cluster it is plain ``INSERT … VALUES``: Citus sends it to the one shard that has all rows of a
group (``ShardCommit``). It could not plan the prepared statement.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import psycopg2
from sqlalchemy import Boolean, DateTime, Integer, String, Uuid
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

from consent_app.db.explanations import READ_ONLY
from consent_app.db.group_commit import BatchRejected, GroupCommit
from consent_app.db.session import Database
from consent_app.db.shard_commit import Committer, ShardCommit
from consent_app.db.types import UtcDateTime
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.recording_queries import get_live_domain_ids
from consent_app.receipts.writers import (
    MAX_STATEMENT_SECONDS,
    Outcome,
    PendingReceipt,
    Returned,
    SqliteWriter,
    in_time,
    write_each_key_once,
)

_TYPES = {
    Uuid: "uuid",
    Boolean: "boolean",
    UtcDateTime: "timestamptz",
    DateTime: "timestamptz",
    Integer: "integer",
    String: "text",
}
_COLUMNS = [column.name for column in consent_receipts.columns]
_NAMES = ", ".join(_COLUMNS)
_DEFINITIONS = ", ".join(
    f"{column.name} {next(_TYPES[kind] for kind in type(column.type).__mro__ if kind in _TYPES)}"
    for column in consent_receipts.columns
)

# Keys are claimed in a fixed order, so that two servers never wait for each other. A process may
# still cache a domain that was deleted: its receipts are left out, and its id is returned.
_INSERT = f"""
WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS r({_DEFINITIONS}, claim_key uuid)
), deleted AS MATERIALIZED (
    SELECT named.id FROM unnest($3) AS named(id)
    WHERE NOT EXISTS (SELECT FROM domains WHERE domains.id = named.id)
), claimed AS (
    INSERT INTO consent_idempotency AS known (workspace_id, domain_id, key, receipt_id)
    SELECT workspace_id, domain_id, claim_key, id FROM given
    WHERE claim_key IS NOT NULL AND domain_id NOT IN (SELECT id FROM deleted)
    ORDER BY workspace_id, domain_id, claim_key
    ON CONFLICT (workspace_id, domain_id, key) DO UPDATE SET receipt_id = excluded.receipt_id
    WHERE known.receipt_id < $2
    RETURNING receipt_id
), inserted AS (
    INSERT INTO consent_receipts ({_NAMES})
    SELECT {_NAMES} FROM given
    WHERE (claim_key IS NULL OR id IN (SELECT receipt_id FROM claimed))
        AND domain_id NOT IN (SELECT id FROM deleted)
)
SELECT receipt_id::text FROM claimed UNION ALL SELECT id::text FROM deleted
"""  # noqa: S608 - names of our own columns

# The operator's limit may be longer, or none (0).
_LIMIT = """
SELECT set_config('statement_timeout', %(limit)s, {for_transaction})
WHERE current_setting('statement_timeout')::interval NOT BETWEEN '1ms' AND %(limit)s;
"""
_PREPARE = (
    # The plan depends on no value. Without this the first five executions would plan again.
    "SET plan_cache_mode = force_generic_plan",
    _LIMIT.format(for_transaction="false"),
    f"PREPARE insert_receipts (json, uuid, uuid[]) AS {_INSERT}",
)
# SQLSTATE: connection exceptions, and operator interventions such as a shutdown.
_CONNECTION_STATES = ("080", "57P")

_EXECUTE = "EXECUTE insert_receipts (%(rows)s, %(oldest)s, %(domains)s)"
# The limit is sent with the statement: a pooler keeps no setting of a session.
_UNPREPARED = _LIMIT.format(for_transaction="true") + (
    _INSERT.replace("$1", "%(rows)s::json")
    .replace("$2", "%(oldest)s::uuid")
    .replace("$3", "%(domains)s::uuid[]")
)
# Looking for a row first takes a tenth of the statement's time, and only a repeat can find one.
_REPEAT = _UNPREPARED.replace("\n)\nSELECT", "\n    ON CONFLICT DO NOTHING\n)\nSELECT")

_ROW = f"({', '.join(['%s'] * len(_COLUMNS))})"
_INSERT_ROWS = f"INSERT INTO consent_receipts ({_NAMES}) VALUES "  # noqa: S608 - our own names
_CLAIM = (
    "INSERT INTO consent_idempotency AS known (workspace_id, domain_id, key, receipt_id) VALUES "
)
_OR_OLD = (
    " ON CONFLICT (workspace_id, domain_id, key) DO UPDATE SET receipt_id = excluded.receipt_id"
    " WHERE known.receipt_id < %s RETURNING receipt_id"
)


def receipt_writer(database: Database) -> Committer[PendingReceipt, Outcome]:
    """Return the writer of receipts for one process."""
    if database.dialect == "sqlite":
        return GroupCommit(in_time(SqliteWriter(database.engine).write))
    return ShardCommit(
        database,
        in_time(PostgresWriter(database.engine, prepare=not database.options.pooled).write),
        in_time(ClusterWriter(database.engine).write),
        workspace_of=lambda receipt: receipt.values["workspace_id"],
    )


class PostgresWriter:
    """Owns one connection, and is called by one thread at a time.

    ``prepare``: the statement stays prepared in the session. A pooler does not allow that.
    """

    def __init__(self, engine: Engine, *, prepare: bool = True) -> None:
        self._prepare = _PREPARE if prepare else ()
        self._statement = _EXECUTE if prepare else _UNPREPARED
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._connection: Connection | None = None
        self._cursor: Any = None

    def write(self, receipts: list[PendingReceipt]) -> list[Outcome]:
        """See ``Writer``. A broken connection is replaced, and the same ids are tried again."""
        return write_each_key_once(self._write, receipts)

    def _write(self, receipts: list[PendingReceipt], statement: str | None = None) -> Returned:
        fresh = self._connection is None
        try:
            return self._execute(statement or self._statement, receipts)
        except (psycopg2.DataError, psycopg2.IntegrityError) as error:
            raise BatchRejected from translated(error)
        except psycopg2.Error as error:
            if not self._is_broken(error):
                raise translated(error) from error
            self._drop()
            if fresh:
                raise OperationalError(_EXECUTE, None, error, hide_parameters=True) from error
        # The first time may have been committed.
        return self._write(receipts, _REPEAT)

    def _execute(self, statement: str, receipts: list[PendingReceipt]) -> Returned:
        rows = b"[" + b",".join(receipt.json for receipt in receipts) + b"]"
        cursor = self._cursor or self._connect()
        # Not with SQLAlchemy, whose execution takes longer than the driver's.
        domain_ids = set(map(str, {receipt.values["domain_id"] for receipt in receipts}))
        parameters = {
            "rows": rows.decode(),
            "oldest": str(receipts[0].oldest),
            "domains": "{" + ",".join(domain_ids) + "}",
            "limit": _limit(),
        }
        cursor.execute(statement, parameters)
        # One column has both: no id of a receipt is a domain's.
        returned_ids = {row_id for (row_id,) in cursor}
        return Returned(returned_ids - domain_ids, returned_ids & domain_ids)

    def _connect(self) -> Any:
        connection = self._engine.connect()
        try:
            for statement in self._prepare:
                connection.exec_driver_sql(statement, {"limit": _limit()})
        except BaseException:
            connection.invalidate()
            connection.close()
            raise
        self._connection = connection
        self._cursor = connection.connection.cursor()
        return self._cursor

    def _is_broken(self, error: psycopg2.Error) -> bool:
        if self._connection is None:
            return True
        driver: Any = self._connection.connection.driver_connection
        # A server that shuts down causes errors without a specific class or SQLSTATE, some of them
        # on a connection that is not marked as closed yet.
        connection_errors = (psycopg2.OperationalError, psycopg2.InterfaceError)
        is_vague = type(error) is psycopg2.DatabaseError or isinstance(error, connection_errors)
        state = error.pgcode or ""
        if driver.closed or state == READ_ONLY:
            return True
        return is_vague and (not state or state[:3] in _CONNECTION_STATES)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
        self._connection = self._cursor = None


def _limit() -> str:
    return f"{MAX_STATEMENT_SECONDS}s"


def translated(error: psycopg2.Error) -> BaseException:
    """Return SQLAlchemy's error for a driver's, without the statement's parameters."""
    cause: BaseException = error
    return DBAPIError.instance(_EXECUTE, None, cause, psycopg2.Error, hide_parameters=True)


class ClusterWriter:
    """Any number of threads may call it, each with the receipts of one shard."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def write(self, receipts: list[PendingReceipt]) -> list[Outcome]:
        """See ``Writer``. If the connection breaks, the same ids are tried again."""
        return write_each_key_once(self._write, receipts)

    def _write(self, receipts: list[PendingReceipt]) -> Returned:
        try:
            return self._execute(receipts)
        except (DataError, IntegrityError) as error:
            raise BatchRejected from error
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return self._execute(receipts)

    def _execute(self, receipts: list[PendingReceipt]) -> Returned:
        with self._engine.connect() as connection:
            domain_ids = {receipt.values["domain_id"] for receipt in receipts}
            live_ids = get_live_domain_ids(connection, domain_ids)
            live_receipts = [
                receipt for receipt in receipts if receipt.values["domain_id"] in live_ids
            ]
            claimed = _claim(
                connection, [receipt for receipt in live_receipts if receipt.key is not None]
            )
            rows = [
                receipt
                for receipt in live_receipts
                if receipt.key is None or receipt.values["id"] in claimed
            ]
            if rows:
                _insert(connection, rows)
            connection.commit()
        return Returned(set(map(str, claimed)), set(map(str, domain_ids - live_ids)))


def _claim(connection: Connection, receipts: list[PendingReceipt]) -> set[UUID]:
    """Claim the keys; return the ids of the receipts whose keys were not in use."""
    # In a fixed order, so that two servers never wait for each other.
    claims = sorted(
        (
            receipt.values["workspace_id"],
            receipt.values["domain_id"],
            receipt.key,
            receipt.values["id"],
        )
        for receipt in receipts
    )
    if not claims:
        return set()
    oldest = min(receipt.oldest for receipt in receipts)
    statement = _CLAIM + ", ".join(["(%s, %s, %s, %s)"] * len(claims)) + _OR_OLD
    parameters = (*(value for claim in claims for value in claim), oldest)
    return set(connection.exec_driver_sql(statement, parameters).scalars())


def _insert(connection: Connection, receipts: list[PendingReceipt]) -> None:
    statement = _INSERT_ROWS + ", ".join([_ROW] * len(receipts)) + " ON CONFLICT DO NOTHING"
    parameters: list[Any] = [receipt.values[name] for receipt in receipts for name in _COLUMNS]
    connection.exec_driver_sql(statement, tuple(parameters))
