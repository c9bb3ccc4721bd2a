"""Sessions: the request's own, joined to its transaction, and autonomous transactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session, sessionmaker
from sqlalchemy.sql.dml import UpdateBase

from consent_app.db.distribution import is_distributed
from consent_app.db.engine import (
    EXPORT_POOL_SIZE,
    NO_OPTIONS,
    DatabaseOptions,
    create_engine,
    keep_coordinator,
)
from consent_app.db.outages import Outages

_IN_USE = "consent_in_use"


def affected_rows(session: Session, statement: UpdateBase) -> int:
    """Execute an UPDATE or DELETE. Return how many rows it changed or deleted."""
    # Typed for any statement, although those that return no rows have a count.
    result: Any = session.execute(statement)
    return int(result.rowcount)


class Database:
    """The engines of one process and their sessions.

    ``engine`` serves requests and jobs. ``autonomous_engine`` is a small pool for rows that are
    written even if the request fails (attempt counters, revocations, audit events), so that no
    request that has a connection waits for a second one from the same pool. ``outages`` notes every
    database error.
    """

    def __init__(
        self, url: str, replica_url: str | None = None, options: DatabaseOptions = NO_OPTIONS
    ) -> None:
        self.options = options
        self.engine: Engine = create_engine(url, options=options)
        self.export_engine: Engine = create_engine(
            replica_url or url, pool_size=EXPORT_POOL_SIZE, options=options, unlimited=True
        )
        self._replica = create_engine(replica_url, options=options) if replica_url else self.engine
        self.autonomous_engine: Engine = create_engine(
            url, pool_size=options.autonomous_pool_size, options=options
        )
        self.outages = Outages()
        self.outages.watch(self.engine)
        self.outages.watch(self.autonomous_engine)
        self._sessions = sessionmaker(self.engine, expire_on_commit=False)
        self._readers = sessionmaker(
            self.engine.execution_options(read_only=True), expire_on_commit=False
        )
        self._replica_readers = sessionmaker(
            self._replica.execution_options(read_only=True), expire_on_commit=False
        )
        self._autonomous_sessions = sessionmaker(self.autonomous_engine, expire_on_commit=False)
        self._recorder = (
            self.engine
            if self.dialect == "sqlite"
            else self.engine.execution_options(isolation_level="AUTOCOMMIT")
        )

    @property
    def dialect(self) -> str:
        """``sqlite`` or ``postgresql``."""
        return self.engine.dialect.name

    def session(self, *, read_only: bool = False) -> Session:
        """Return a new session. ``read_only`` does not take SQLite's write lock."""
        return self._readers() if read_only else self._sessions()

    def replica_session(self) -> Session:
        """Return a new read-only session, on the replica if there is one. Its data may be behind:
        do not use it for decisions about access."""
        return self._replica_readers()

    @contextmanager
    def replica_or(self, request_session: Session) -> Iterator[Session]:
        """Provide a session on the replica, or ``request_session`` without a replica: requests
        that each hold one connection and wait for a second wait for each other."""
        if self._replica is self.engine:
            yield request_session
            return
        with self.replica_session() as session:
            yield session

    @cached_property
    def distributed(self) -> bool:
        """Whether the receipts are distributed over a cluster. The database is asked once.

        Raises sqlalchemy.exc.OperationalError, like any query, while the database is unavailable.
        """
        if self.dialect == "sqlite":
            return False
        with self.engine.connect() as connection:
            distributed = is_distributed(connection)
        if distributed:
            event.listen(self.engine, "handle_error", keep_coordinator)
        return distributed

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Provide a session that is committed at the end and rolled back on an exception."""
        with self._sessions.begin() as session:
            yield session

    @contextmanager
    def autonomous_transaction(self) -> Iterator[Session]:
        """Provide an autonomous session, which is committed on its own.

        Never open one while the request's session has SQLite's write lock: it would wait for
        itself. Counters come before the request's transaction begins, consequences after its end.
        """
        with self._autonomous_sessions.begin() as session:
            yield session

    @contextmanager
    def autocommit(self) -> Iterator[Connection]:
        """Provide a connection for one write that is committed before this returns.

        On PostgreSQL every statement is its own transaction, which saves two round trips. SQLite
        has no statement that could write two tables, so there it is one short transaction.
        """
        if self.dialect == "sqlite":
            with self.engine.begin() as connection:
                yield connection
        else:
            with self._recorder.connect() as connection:
                yield connection

    def watch_pools(self, watch: Callable[[str, int], None]) -> None:
        """Call ``watch`` with a pool's name and 1 or -1 when a connection is taken from it or
        returned."""
        for name, engine in (
            ("requests", self.engine),
            ("autonomous", self.autonomous_engine),
            ("exports", self.export_engine),
        ):
            event.listen(engine, "checkout", partial(_taken, watch, name))
            event.listen(engine, "checkin", partial(_returned, watch, name))

    def watch_statements(self, watch: Callable[[Engine], None]) -> None:
        """Call ``watch`` with each engine, to listen to its events."""
        for engine in {self.engine, self.autonomous_engine, self.export_engine, self._replica}:
            watch(engine)

    def dispose(self) -> None:
        """Close every pooled connection."""
        for engine in (self.engine, self.autonomous_engine, self.export_engine, self._replica):
            engine.dispose()


def _taken(
    watch: Callable[[str, int], None], name: str, _: object, entry: Any, *__: object
) -> None:
    entry.record_info[_IN_USE] = True
    watch(name, 1)


def _returned(watch: Callable[[str, int], None], name: str, _: object, entry: Any) -> None:
    # SQLAlchemy also returns an entry that was never taken, if the database did not answer.
    if entry.record_info.pop(_IN_USE, False):
        watch(name, -1)
