"""Engines for both databases, which differ in how connections begin transactions and are checked.

SQLite runs in WAL mode with foreign keys and a busy timeout, and its writers use ``BEGIN
IMMEDIATE``: otherwise a transaction that reads first and writes later would fail if another writer
came in between. PostgreSQL is always driven by psycopg2.
"""

from __future__ import annotations

import select
import sqlite3
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Dialect, Engine, event
from sqlalchemy import create_engine as sa_create_engine
from sqlalchemy.engine import URL, Connection, ExceptionContext, make_url
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from consent_app.db.explanations import READ_ONLY
from consent_app.db.hosts import prefer_latest_primary

SQLITE_BUSY_SECONDS = 15
SQLITE_RETRY_SECONDS = 0.01
SQLITE_LOG_BYTES = 16 * 1024 * 1024
"""What the log of SQLite keeps of the disk at most, once what it contains is in the database."""
POOL_TIMEOUT_SECONDS = 10

_CONNECTION_STATE = "08"
"""How the SQLSTATEs of connection failures begin."""

EXPORT_POOL_SIZE = 6

UNUSED_SECONDS = 30
"""A pooled connection that was not used for this long is checked by asking the server."""
_RETURNED_AT = "consent.returned_at"

_TIMEOUTS = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
"""For how many seconds a new connection waits for a host, and how soon the system ends one whose
other machine has gone without closing it, as when it loses power: after ten seconds. Linux alone
would wait for a quarter of an hour, and so would the requests."""


@dataclass(frozen=True, slots=True)
class DatabaseOptions:
    """How the engines of a process connect.

    ``pool_size`` limits the connections for requests and jobs. A statement may run for
    ``statement_seconds`` and a transaction be idle for ``idle_seconds`` (0: no limit); exports,
    which wait for their clients, have no limit. ``pooled``: PgBouncer in transaction mode is in
    between, so that sessions have no state.
    """

    pool_size: int = 8
    statement_seconds: int = 60
    idle_seconds: int = 60
    pooled: bool = False

    @property
    def autonomous_pool_size(self) -> int:
        """The number of connections for autonomous transactions."""
        return min(4, self.pool_size)

    @property
    def max_connections(self) -> int:
        """The maximum number of connections of one process, without a replica."""
        return self.pool_size + self.autonomous_pool_size + EXPORT_POOL_SIZE


NO_OPTIONS = DatabaseOptions()


class ImpatientPool(QueuePool):
    """A pool in which, once somebody has waited in vain, nobody else waits until a connection is
    returned.

    None is while the database hangs. Every thread of the process would soon wait here, and none
    would be left to answer what needs no database.
    """

    # What is logged about pools is set by the library's name (consent_app.server.logs).
    _sqla_logger_namespace = "sqlalchemy.pool.impl.QueuePool"
    _is_stuck = False

    def _do_get(self) -> ConnectionPoolEntry:
        if self._is_stuck and self.checkedout() >= self.size():
            raise PoolTimeoutError("A connection was waited for in vain, and none was returned.")
        try:
            return super()._do_get()
        except PoolTimeoutError:
            self._is_stuck = True
            raise

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        self._is_stuck = False
        super()._do_return_conn(record)


def database_url(text: str) -> URL:
    """Parse a database URL; ``postgresql://`` and ``postgres://`` mean psycopg2."""
    scheme, separator, location = text.partition("://")
    if scheme in ("postgresql", "postgres"):
        scheme = "postgresql+psycopg2"
    return make_url(scheme + separator + location)


def sqlite_file(url: str) -> Path | None:
    """Return the file of an SQLite database; None for any other, or one in memory.

    Raises sqlalchemy.exc.ArgumentError for what is no URL.
    """
    parsed = database_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database))


def create_engine(
    text: str,
    *,
    pool_size: int | None = None,
    options: DatabaseOptions = NO_OPTIONS,
    unlimited: bool = False,
) -> Engine:
    """Create an engine for ``text``, an SQLite or PostgreSQL URL.

    Connections wait at most five seconds for PostgreSQL to answer and are checked before use, so
    that a restart of the database breaks only the requests that run at that moment. A check asks
    PostgreSQL only if there is a reason (``_check_connection``). A crash of its machine, which
    closes nothing, fails the requests that wait for it after ten seconds (``_TIMEOUTS``, unless the
    URL sets these itself). Errors do not contain a row's values, because they are logged.
    ``unlimited`` removes the limits on statements and waiting.
    """
    url = database_url(text)
    pool = {
        "poolclass": ImpatientPool,
        "pool_size": pool_size or options.pool_size,
        "max_overflow": 0,
        "pool_timeout": POOL_TIMEOUT_SECONDS,
        "hide_parameters": True,
    }
    if url.get_backend_name() == "sqlite":
        arguments: dict[str, Any] = {"timeout": SQLITE_BUSY_SECONDS, "check_same_thread": False}
        engine = sa_create_engine(url, connect_args=arguments, **pool)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    arguments = {name: value for name, value in _TIMEOUTS.items() if name not in url.query}
    if not options.pooled:
        arguments["options"] = _session_options(url, options, unlimited)
    engine = sa_create_engine(url, connect_args=arguments, **pool)
    _outlast_restarts(engine)
    prefer_latest_primary(engine)
    if options.pooled:
        event.listen(engine, "connect", _set_timezone)
    return engine


def _session_options(url: URL, options: DatabaseOptions, unlimited: bool) -> str:
    # A plan over many months of receipts looks expensive, even if it reads a few rows. PostgreSQL
    # would compile it to machine code for seconds.
    settings = {"timezone": "utc", "jit": "off"}
    # Zero rather than nothing: the role may have limits, which PgBouncer needs.
    limits = (0, 0) if unlimited else (options.statement_seconds, options.idle_seconds)
    settings["statement_timeout"] = f"{limits[0]}s"
    settings["idle_in_transaction_session_timeout"] = f"{limits[1]}s"
    url_options = url.query.get("options", "")
    words = [" ".join(url_options) if isinstance(url_options, tuple) else url_options]
    # The URL's own options come last and take precedence.
    return " ".join([*(f"-c {name}={value}" for name, value in settings.items()), *words]).strip()


def _outlast_restarts(engine: Engine) -> None:
    # SQLAlchemy itself executes a statement here. If the server does not answer it, the pool counts
    # the connection as in use forever.
    engine.dialect.reset_isolation_level = _leave_autocommit  # type: ignore[assignment, method-assign]
    event.listen(engine, "checkin", _note_return)
    event.listen(engine, "checkout", partial(_check_connection, engine.dialect))
    event.listen(engine, "handle_error", _leave_standby)


def _leave_autocommit(connection: Any) -> None:
    if not connection.closed:
        connection.autocommit = False


def _note_return(_: Any, record: ConnectionPoolEntry) -> None:
    record.info[_RETURNED_AT] = time.monotonic()


def _check_connection(
    dialect: Dialect, connection: Any, record: ConnectionPoolEntry, _: Any
) -> None:
    """Replace a broken connection, and with it all others of its age, before it is used.

    SQLAlchemy's own check (``pool_pre_ping``) is a round trip for each transaction. But a server
    that ends a connection closes the socket, which then has something to read. Only a connection
    that was not used for a while may have been dropped silently, by a firewall in between.
    """
    returned_at = record.info.get(_RETURNED_AT)
    if returned_at is None:
        return
    was_just_used = time.monotonic() - returned_at < UNUSED_SECONDS
    if was_just_used and not connection.closed and not _has_input(connection.fileno()):
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        if dialect.is_disconnect(error, connection, None):
            raise InvalidatePoolError from error
        raise


def _has_input(socket: int) -> bool:
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return bool(poll.poll(0))


def _leave_standby(context: ExceptionContext) -> None:
    # A server that has become a standby still answers. With several hosts in the URL
    # (target_session_attrs) the next connection finds the primary.
    if getattr(context.original_exception, "pgcode", None) == READ_ONLY:
        context.is_disconnect = True


def keep_coordinator(context: ExceptionContext) -> None:
    """Keep the connections to a cluster's coordinator when it reports that a node is unavailable.

    Its message looks like that of a broken connection, but the SQLSTATE shows that it answers.
    """
    state = getattr(context.original_exception, "pgcode", None) or ""
    driver = context.connection.connection.driver_connection if context.connection else None
    if state.startswith(_CONNECTION_STATE) and driver is not None and not driver.closed:
        context.is_disconnect = False


def _set_timezone(connection: Any, record: Any) -> None:
    # One of the few settings that PgBouncer carries over from server to server for its client.
    with connection.cursor() as cursor:
        cursor.execute("SET timezone TO 'utc'")
    connection.commit()


def _prepare_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    # The driver's own transaction handling would commit and begin without SQLAlchemy knowing.
    connection.isolation_level = None
    cursor = connection.cursor()
    _write_ahead(cursor)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    # Otherwise the file, and its backups, may keep what was erased until the space is used again.
    cursor.execute("PRAGMA secure_delete=ON")
    # Otherwise it stays as large as it became during the longest export or the largest deletion.
    cursor.execute(f"PRAGMA journal_size_limit={SQLITE_LOG_BYTES}")
    cursor.close()


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    # Of several processes that open a new file at once, one changes its mode and the others are
    # refused without waiting: SQLite's busy timeout does not cover the change
    # (https://www.sqlite.org/c3ref/busy_handler.html).
    deadline = time.monotonic() + SQLITE_BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(SQLITE_RETRY_SECONDS)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get("read_only", False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
