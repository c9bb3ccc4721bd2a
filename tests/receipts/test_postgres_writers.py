"""Connections to PostgreSQL that break under a writer of receipts."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import psycopg2
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from consent_app.db.engine import DatabaseOptions
from consent_app.db.session import Database
from consent_app.receipts import postgres_writers
from consent_app.receipts.postgres_writers import PostgresWriter
from consent_app.receipts.writers import Outcome
from tests.support.receipt_writers import pending_receipt, receipt_count, writer_of

RECORDED, KEY_USED = Outcome.RECORDED, Outcome.KEY_USED
pytestmark = pytest.mark.cluster


def test_a_broken_connection_is_replaced_without_duplicate_writes(
    dialect: str, database: Database
) -> None:
    if dialect == "sqlite":
        # There is no connection to break: it is a file.
        return
    writer = writer_of(database, dialect)
    assert writer.write([pending_receipt()]) == [RECORDED]
    with database.engine.begin() as other:
        other.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
                " AND backend_type = 'client backend'"
            )
        )
    assert writer.write([pending_receipt(), pending_receipt(uuid4())]) == [RECORDED, RECORDED]
    assert receipt_count(database) == 3


class Vague:
    """A cursor of a connection that its server has left: seen when one is stopped at once."""

    def execute(self, *statement: object) -> None:
        raise psycopg2.DatabaseError("error with status PGRES_TUPLES_OK and no message")


def test_an_error_of_no_class_is_a_broken_connection(dialect: str, database: Database) -> None:
    if dialect != "postgresql":
        # On a cluster no connection is kept.
        return
    writer = PostgresWriter(database.engine)
    assert writer.write([pending_receipt()]) == [RECORDED]
    writer._cursor = Vague()
    assert writer.write([pending_receipt(), pending_receipt(uuid4())]) == [RECORDED, RECORDED]
    assert receipt_count(database) == 3


class Lost:
    """A cursor whose statement is committed, but its connection breaks before the answer comes."""

    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor

    def execute(self, *statement: object) -> None:
        self._cursor.execute(*statement)
        raise psycopg2.OperationalError("server closed the connection unexpectedly")


def test_receipts_whose_answer_was_lost_are_there_once(dialect: str, database: Database) -> None:
    if dialect == "sqlite":
        return
    writer = writer_of(database, dialect)
    assert writer.write([pending_receipt()]) == [RECORDED]
    entries = [pending_receipt(), pending_receipt(uuid4())]
    if isinstance(writer, PostgresWriter):
        writer._cursor = Lost(writer._cursor)
    else:
        assert writer.write(entries) == [RECORDED, RECORDED]
    # The one with a key is found by it.
    assert writer.write(entries) == [RECORDED, KEY_USED]
    assert receipt_count(database) == 3


def test_a_statement_ends_in_time_for_the_readers(dialect: str, fresh_database_url: str) -> None:
    if dialect != "postgresql":
        # SQLite waits for seconds only. On a cluster, the operator limits statements.
        return
    for seconds, limit in ((0, "2min"), (600, "2min"), (30, "30s")):
        database = Database(fresh_database_url, None, DatabaseOptions(statement_seconds=seconds))
        writer = PostgresWriter(database.engine)
        writer.write([pending_receipt()])
        writer._cursor.execute("SHOW statement_timeout")
        assert writer._cursor.fetchone() == (limit,)
        database.dispose()


@pytest.mark.parametrize(("limit", "seconds"), [("0", 1), ("10min", 1), ("1s", 120)])
def test_a_statement_behind_a_pooler_ends_in_time_too(
    dialect: str,
    fresh_database_url: str,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    seconds: int,
) -> None:
    """``limit`` is PostgreSQL's, ``seconds`` is the readers'. The shorter one counts."""
    if dialect != "postgresql":
        return
    monkeypatch.setattr(postgres_writers, "MAX_STATEMENT_SECONDS", seconds)
    database = Database(fresh_database_url, None, DatabaseOptions(pooled=True))
    name = database.engine.url.database
    with database.engine.begin() as connection:
        connection.execute(text(f"ALTER DATABASE {name} SET statement_timeout = '{limit}'"))
    database.dispose()
    try:
        writer = PostgresWriter(database.engine, prepare=False)
        writer.write([pending_receipt()])
        with database.engine.begin() as other:
            # Otherwise a statement without a limit would wait forever.
            other.execute(text("SET LOCAL idle_in_transaction_session_timeout = '10s'"))
            other.execute(text("LOCK TABLE consent_receipts IN ACCESS EXCLUSIVE MODE"))
            with pytest.raises(OperationalError, match="statement timeout"):
                writer.write([pending_receipt()])
        writer.write([pending_receipt()])
    finally:
        database.dispose()
