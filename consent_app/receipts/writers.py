"""The writers of receipts: one statement and one commit for all that wait (``group_commit``).

On PostgreSQL the rows are sent as one JSON text to a prepared statement on a dedicated connection.
On SQLite they are inserted in one short transaction. Nothing is answered before the commit.
``cluster_writer`` has the third writer, and chooses between them.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from datetime import datetime
from enum import Enum, auto
from typing import Any, NamedTuple, Protocol
from uuid import UUID

import orjson
import psycopg2
from sqlalchemy import Boolean, DateTime, Integer, String, Uuid, bindparam
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError

from consent_app.db.engine import READ_ONLY
from consent_app.db.group_commit import BatchRejected
from consent_app.db.ids import lowest_id
from consent_app.db.types import UtcDateTime
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.receipts.queries import IDEMPOTENCY_LIFETIME
from consent_app.receipts.recording_queries import get_live_domain_ids

_TYPES = {
    Uuid: "uuid",
    Boolean: "boolean",
    UtcDateTime: "timestamptz",
    DateTime: "timestamptz",
    Integer: "integer",
    String: "text",
}
_NAMES = ", ".join(column.name for column in consent_receipts.columns)
_DEFINITIONS = ", ".join(
    f"{column.name} {next(_TYPES[kind] for kind in type(column.type).__mro__ if kind in _TYPES)}"
    for column in consent_receipts.columns
)

# Keys are claimed in a fixed order, so that two servers never wait for each other. A process may
# not know yet that a domain was deleted: its receipts are left out, and its id is returned.
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
    ON CONFLICT DO NOTHING
)
SELECT receipt_id::text FROM claimed UNION ALL SELECT id::text FROM deleted
"""  # noqa: S608 - names of our own columns

_PREPARE = (
    # The plan depends on no value. Without this the first five executions would plan again.
    "SET plan_cache_mode = force_generic_plan",
    f"PREPARE insert_receipts (json, uuid, uuid[]) AS {_INSERT}",
)
# SQLSTATE: connection exceptions, and operator interventions such as a shutdown.
_CONNECTION_STATES = ("080", "57P")

_EXECUTE = "EXECUTE insert_receipts (%(rows)s, %(oldest)s, %(named)s)"
_UNPREPARED = (
    _INSERT.replace("$1", "%(rows)s::json")
    .replace("$2", "%(oldest)s::uuid")
    .replace("$3", "%(named)s::uuid[]")
)


class Outcome(Enum):
    """The outcome for a receipt that was to be written."""

    RECORDED = auto()
    KEY_USED = auto()
    DOMAIN_DELETED = auto()


class PendingReceipt(NamedTuple):
    """A receipt to be written: its columns, and the ``Idempotency-Key`` it came with.

    ``json`` is the same, encoded by the thread that asks. A row that cannot be encoded fails there,
    without affecting the other rows.
    """

    values: dict[str, Any]
    key: UUID | None
    now: datetime
    json: bytes

    @classmethod
    def of(cls, values: dict[str, Any], key: UUID | None, now: datetime) -> PendingReceipt:
        """Return the pending receipt for a row."""
        return cls(values, key, now, orjson.dumps({**values, "claim_key": key}))

    @property
    def oldest(self) -> UUID:
        """The lowest id of a receipt whose key is still in use."""
        return lowest_id(self.now - IDEMPOTENCY_LIFETIME)


class Writer(Protocol):
    """The interface that ``GroupCommit`` calls."""

    def write(self, receipts: list[PendingReceipt]) -> list[Outcome]:
        """Commit the receipts and return the outcome of each.

        Raises BatchRejected for a row that the database refuses, and
        sqlalchemy.exc.OperationalError or InterfaceError if the database is unavailable.
        """
        ...


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

    def _write(self, receipts: list[PendingReceipt]) -> set[str]:
        """Return the ids of the receipts whose keys were claimed, and those of deleted domains."""
        fresh = self._connection is None
        try:
            return self._execute(receipts)
        except (psycopg2.DataError, psycopg2.IntegrityError) as error:
            raise BatchRejected from translated(error)
        except psycopg2.Error as error:
            if not self._is_broken(error):
                raise translated(error) from error
            self._drop()
            if fresh:
                raise OperationalError(_EXECUTE, None, error, hide_parameters=True) from error
        return self._write(receipts)

    def _execute(self, receipts: list[PendingReceipt]) -> set[str]:
        rows = b"[" + b",".join(receipt.json for receipt in receipts) + b"]"
        cursor = self._cursor or self._connect()
        # Not with SQLAlchemy, whose execution takes longer than the driver's.
        domain_ids = {receipt.values["domain_id"] for receipt in receipts}
        named = "{" + ",".join(map(str, domain_ids)) + "}"
        oldest = str(receipts[0].oldest)
        cursor.execute(self._statement, {"rows": rows.decode(), "oldest": oldest, "named": named})
        return {receipt_id for (receipt_id,) in cursor}

    def _connect(self) -> Any:
        connection = self._engine.connect()
        try:
            for statement in self._prepare:
                connection.exec_driver_sql(statement)
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
        # A server that shuts down causes errors without a class or an SQLSTATE of their own, some
        # of them on a connection that does not know yet that it is closed.
        kinds = (psycopg2.OperationalError, psycopg2.InterfaceError)
        vague = type(error) is psycopg2.DatabaseError or isinstance(error, kinds)
        state = error.pgcode or ""
        if driver.closed or state == READ_ONLY:
            return True
        return vague and (not state or state[:3] in _CONNECTION_STATES)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
        self._connection = self._cursor = None


def write_each_key_once(
    write: Callable[[list[PendingReceipt]], set[str]], receipts: list[PendingReceipt]
) -> list[Outcome]:
    """Call ``write`` so that no batch has a key twice, which one statement cannot claim.

    It returns the ids of the receipts whose keys were claimed, and those of deleted domains.
    """
    first: list[PendingReceipt] = []
    keys: set[tuple[Any, UUID]] = set()
    again = []
    for receipt in receipts:
        claim = (receipt.values["domain_id"], receipt.key) if receipt.key is not None else None
        if claim in keys:
            again.append(receipt)
        else:
            first.append(receipt)
            if claim is not None:
                keys.add(claim)
    written = write(first)
    if again:
        written |= write(again)
    if not written and not keys:
        return [Outcome.RECORDED] * len(receipts)
    return [_outcome(receipt, written) for receipt in receipts]


def _outcome(receipt: PendingReceipt, written: set[str]) -> Outcome:
    if str(receipt.values["domain_id"]) in written:
        return Outcome.DOMAIN_DELETED
    # A row without a key that is not returned was committed before the connection broke.
    if receipt.key is None or str(receipt.values["id"]) in written:
        return Outcome.RECORDED
    return Outcome.KEY_USED


def translated(error: psycopg2.Error) -> BaseException:
    """Return SQLAlchemy's error for a driver's, without the statement's parameters."""
    cause: BaseException = error
    return DBAPIError.instance(_EXECUTE, None, cause, psycopg2.Error, hide_parameters=True)


_claim = sqlite.insert(consent_idempotency).values(
    workspace_id=bindparam("claim_workspace_id", type_=Uuid),
    domain_id=bindparam("claim_domain_id", type_=Uuid),
    key=bindparam("claim_key", type_=Uuid),
    receipt_id=bindparam("claim_receipt_id", type_=Uuid),
)
_CLAIM = _claim.on_conflict_do_update(
    index_elements=["workspace_id", "domain_id", "key"],
    set_={"receipt_id": _claim.excluded.receipt_id},
    where=consent_idempotency.c.receipt_id < bindparam("oldest", type_=Uuid),
)


class SqliteWriter:
    """Writes with SQLAlchemy Core. With SQLite's one writer, only the commit is slow."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def write(self, receipts: list[PendingReceipt]) -> list[Outcome]:
        """See ``Writer``."""
        try:
            with self._engine.begin() as connection:
                live = get_live_domain_ids(
                    connection, {receipt.values["domain_id"] for receipt in receipts}
                )
                outcomes = [self._outcome(connection, receipt, live) for receipt in receipts]
                rows = [
                    receipt.values
                    for receipt, outcome in zip(receipts, outcomes, strict=True)
                    if outcome is Outcome.RECORDED
                ]
                if rows:
                    connection.execute(consent_receipts.insert(), rows)
        except (DataError, IntegrityError) as error:
            raise BatchRejected from error
        return outcomes

    def _outcome(self, connection: Connection, receipt: PendingReceipt, live: Set[UUID]) -> Outcome:
        if receipt.values["domain_id"] not in live:
            return Outcome.DOMAIN_DELETED
        if receipt.key is None or self._claimed(connection, receipt):
            return Outcome.RECORDED
        return Outcome.KEY_USED

    @staticmethod
    def _claimed(connection: Connection, receipt: PendingReceipt) -> bool:
        claim = {
            "claim_workspace_id": receipt.values["workspace_id"],
            "claim_domain_id": receipt.values["domain_id"],
            "claim_key": receipt.key,
            "claim_receipt_id": receipt.values["id"],
            "oldest": receipt.oldest,
        }
        return connection.execute(_CLAIM, claim).rowcount == 1
