"""The rows of an export as JSON text, in batches and constant memory.

PostgreSQL writes the JSON itself and sends it with COPY on the export's own connection, so no
Python object is created for a receipt's members. While a batch is sent, the next one is read. That
the rows have the shape of ConsentReceipt is checked once at start (``check_shape``) and by a test,
not for each row. A cluster returns pages. SQLite's rows are built and validated like those of a
page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Protocol
from uuid import UUID

import psycopg2
from sqlalchemy import Select
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import DBAPIError

from consent_app.db.session import Database
from consent_app.exports.copied_rows import CopiedRows
from consent_app.exports.queries import json_members, json_page_statement, json_statement
from consent_app.openapi.json import dumps
from consent_app.receipts.service import (
    ReceiptQuery,
    consent_receipt,
    first_valid_id,
    get_pages,
)

FIRST_ROWS = 100
"""The size of the first batch, so that the first byte does not wait for a full one."""
BATCH_ROWS = 500
"""The size of the others. Each thread that has sent an export keeps memory for a few batches: 3 MiB
with this size, 6 with twice as many."""
CLUSTER_PAGE_ROWS = 2000

ID = slice(len('{"id":"'), len('{"id":"') + 36)
"""The position of a row's id in its JSON text."""

_SETTINGS = (
    "SET TRANSACTION READ ONLY",
    # Keep the order of the index: with a sort, the first byte would wait for the last row.
    "SET LOCAL enable_sort = off",
    "SET LOCAL enable_hashjoin = off",
    "SET LOCAL enable_mergejoin = off",
    # Compiling the plan to machine code would delay the first rows.
    "SET LOCAL jit = off",
)


class Rows(Protocol):
    """The source of an export's rows. ``close`` may be called at any time, and more than once."""

    def batches(self) -> Iterator[list[bytes]]:
        """Yield the receipts, newest first, each as JSON text. Raises SQLAlchemy's errors."""
        ...

    def close(self) -> None:
        """End the read transaction."""
        ...


def open_rows(
    database: Database,
    query: ReceiptQuery,
    is_valid: Callable[[Any], bool],
    *,
    statement_seconds: int = 0,
) -> Rows:
    """Return the rows of an export. Opens no connection yet.

    A statement may run for ``statement_seconds`` (0: no limit, because it lasts as long as its
    client reads). SQLite has no limit.
    """
    if database.dialect == "sqlite":
        return _SqliteRows(database, query, is_valid)
    # Behind a pooler the role has a limit, even where there is to be none.
    limit = f"SET LOCAL statement_timeout = '{statement_seconds}s'"
    if database.distributed:
        return _ClusterRows(database.export_engine, query, limit if statement_seconds else None)
    return _PostgresRows(database.export_engine, json_statement(query), limit)


def check_shape(schema: dict[str, Any]) -> None:
    """Raise RuntimeError if the statement's shape is not that of ConsentReceipt."""
    members = set(schema["required"]), set(schema["properties"])
    if members != (set(json_members()), set(json_members(with_proof=True))):
        raise RuntimeError("an export's rows are not ConsentReceipts: fix exports/queries.py")


class _PostgresRows:
    def __init__(self, engine: Engine, statement: Select[Any], limit: str) -> None:
        self._engine = engine
        self._limit = limit
        compiled = statement.compile(dialect=engine.dialect)
        self._sql = str(compiled)
        self._parameters = {
            name: str(value) if isinstance(value, UUID) else value
            for name, value in compiled.params.items()
        }
        self._connection: Any = None
        self._copied: CopiedRows | None = None

    def batches(self) -> Iterator[list[bytes]]:
        try:
            yield from self._batches()
        except psycopg2.Error as error:
            cause: BaseException = error
            raise DBAPIError.instance(
                self._sql, None, cause, psycopg2.Error, hide_parameters=True
            ) from error

    def _batches(self) -> Iterator[list[bytes]]:
        # The driver itself: SQLAlchemy's rows would take longer than the data.
        self._connection = self._engine.raw_connection()
        driver: Any = self._connection.driver_connection
        with driver.cursor() as cursor:
            cursor.execute("; ".join((*_SETTINGS, self._limit)))
            sql = cursor.mogrify(self._sql, self._parameters).decode()
        self._copied = CopiedRows(driver, sql, FIRST_ROWS, BATCH_ROWS)
        yield from self._copied.batches()

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            if self._copied is not None:
                self._copied.close()
        except psycopg2.Error:
            # Otherwise the pool's rollback would wait for the last row.
            connection.invalidate()
        finally:
            # The pool rolls a returned connection back.
            connection.close()


class _ClusterRows:
    """Pages along the keyset, because Citus collects all of a cursor's rows before it returns the
    first. ``limit`` sets the limit of a statement in one transaction; there is none without it."""

    def __init__(self, engine: Engine, query: ReceiptQuery, limit: str | None) -> None:
        autocommit = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._engine = autocommit if limit is None else engine
        self._limit = limit
        self._query = query
        self._connection: Connection | None = None

    def batches(self) -> Iterator[list[bytes]]:
        self._connection = self._engine.connect()
        if self._limit is not None:
            self._connection.exec_driver_sql(self._limit)
        remaining, cursor, size = self._query.limit, self._query.cursor, FIRST_ROWS
        while remaining > 0:
            page = replace(self._query, limit=min(size, remaining), cursor=cursor)
            texts = self._connection.scalars(json_page_statement(page))
            rows = [text.encode() for text in texts]
            if rows:
                yield rows
            if len(rows) < page.limit:
                return
            remaining, cursor, size = (
                remaining - len(rows),
                UUID(rows[-1][ID].decode()),
                CLUSTER_PAGE_ROWS,
            )

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class _SqliteRows:
    def __init__(
        self, database: Database, query: ReceiptQuery, is_valid: Callable[[Any], bool]
    ) -> None:
        self._session = database.session(read_only=True)
        self._pages = get_pages(self._session, query)
        self._first_valid = str(first_valid_id(query.now))
        self._is_valid = is_valid

    def batches(self) -> Iterator[list[bytes]]:
        for page in self._pages:
            yield [self._text(consent_receipt(row, self._first_valid)) for row in page]

    def _text(self, receipt: dict[str, Any]) -> bytes:
        if not self._is_valid(receipt):
            # The response is cut off, so that no invalid row is sent.
            raise RuntimeError("a streamed row is not valid")
        return dumps(receipt)

    def close(self) -> None:
        self._session.close()
