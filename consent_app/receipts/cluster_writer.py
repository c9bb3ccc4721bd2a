"""The writer of receipts on a cluster, and the choice of a process's writer.

It uses plain ``INSERT … VALUES``: Citus sends it to the one shard that has all rows of a group
(``ShardCommit``). It could not plan a prepared statement with its rows in one JSON text.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from consent_app.db.group_commit import BatchRejected, GroupCommit
from consent_app.db.session import Database
from consent_app.db.shard_commit import Commits, ShardCommit
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.recording_queries import get_live_domain_ids
from consent_app.receipts.writers import (
    Outcome,
    PendingReceipt,
    PostgresWriter,
    SqliteWriter,
    write_each_key_once,
)

_NAMES = [column.name for column in consent_receipts.columns]
_ROW = f"({', '.join(['%s'] * len(_NAMES))})"
_INSERT = f"INSERT INTO consent_receipts ({', '.join(_NAMES)}) VALUES "  # noqa: S608 - our own names
_CLAIM = (
    "INSERT INTO consent_idempotency AS known (workspace_id, domain_id, key, receipt_id) VALUES "
)
_OR_OLD = (
    " ON CONFLICT (workspace_id, domain_id, key) DO UPDATE SET receipt_id = excluded.receipt_id"
    " WHERE known.receipt_id < %s RETURNING receipt_id"
)


def receipt_writer(database: Database) -> Commits[PendingReceipt, Outcome]:
    """Return the writer of receipts for one process."""
    if database.dialect == "sqlite":
        return GroupCommit(SqliteWriter(database.engine).write)
    return ShardCommit(
        database,
        PostgresWriter(database.engine, prepare=not database.options.pooled).write,
        ClusterWriter(database.engine).write,
        workspace_of=lambda receipt: receipt.values["workspace_id"],
    )


class ClusterWriter:
    """Any number of threads may call it, each with the receipts of one shard."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def write(self, receipts: list[PendingReceipt]) -> list[Outcome]:
        """See ``Writer``. If the connection breaks, the same ids are tried again."""
        return write_each_key_once(self._write, receipts)

    def _write(self, receipts: list[PendingReceipt]) -> set[str]:
        try:
            return self._execute(receipts)
        except (DataError, IntegrityError) as error:
            raise BatchRejected from error
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            return self._execute(receipts)

    def _execute(self, receipts: list[PendingReceipt]) -> set[str]:
        with self._engine.connect() as connection:
            named = {receipt.values["domain_id"] for receipt in receipts}
            live = get_live_domain_ids(connection, named)
            live_receipts = [receipt for receipt in receipts if receipt.values["domain_id"] in live]
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
        return {str(receipt_id) for receipt_id in claimed | (named - live)}


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
    statement = _INSERT + ", ".join([_ROW] * len(receipts)) + " ON CONFLICT DO NOTHING"
    parameters: list[Any] = [receipt.values[name] for receipt in receipts for name in _NAMES]
    connection.exec_driver_sql(statement, tuple(parameters))
