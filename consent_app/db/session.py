"""Sessions: the request's own, joined to its transaction, and the side transactions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial

from sqlalchemy import Engine, event
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session, sessionmaker

from consent_app.db.distribution import is_distributed
from consent_app.db.engine import (
    EXPORT_POOL_SIZE,
    NO_OPTIONS,
    DatabaseOptions,
    create_engine,
    keep_coordinator,
)
from consent_app.db.outages import Outages


class Database:
    """The engines of one process and the sessions made from them.

    ``engine`` serves requests and jobs. ``autonomous_engine`` is a small pool for what must be
    written whatever becomes of the request (counters against guessing, revocations, audit), so that
    no request that holds a connection waits for a second one of the same pool. ``outages`` is where
    whoever meets an error of the database says so.
    """

    def __init__(
        self, url: str, replica_url: str | None = None, options: DatabaseOptions = NO_OPTIONS
    ) -> None:
        self.options = options
        self.engine: Engine = create_engine(url, options=options)
        self.export_engine: Engine = create_engine(
            replica_url or url, pool_size=EXPORT_POOL_SIZE, options=options, patient=True
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
        """Return a new session. ``read_only`` spares SQLite the writer's lock."""
        return self._readers() if read_only else self._sessions()

    def replica_session(self) -> Session:
        """Return a new session that reads, from the replica where there is one: what it shows may
        be behind. Not for anything that decides about access."""
        return self._replica_readers()

    @cached_property
    def distributed(self) -> bool:
        """Whether the receipts are distributed over a cluster; the database is asked once.

        Raises sqlalchemy.exc.OperationalError, as any query, while the database is away.
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
        """Give a session whose work is committed at the end and rolled back on an exception."""
        with self._sessions.begin() as session:
            yield session

    @contextmanager
    def autonomous_transaction(self) -> Iterator[Session]:
        """Give a session of the side pool, committed on its own.

        Never open one while the request's session holds SQLite's write lock: it would wait for
        itself. Counters come before the request's transaction opens, consequences after its end.
        """
        with self._autonomous_sessions.begin() as session:
            yield session

    @contextmanager
    def autocommit(self) -> Iterator[Connection]:
        """Give a connection for one write that is committed before this returns.

        On PostgreSQL every statement is its own transaction, which spares two round trips; SQLite
        has no statement that could write two tables, so there it is one short transaction.
        """
        if self.dialect == "sqlite":
            with self.engine.begin() as connection:
                yield connection
        else:
            with self._recorder.connect() as connection:
                yield connection

    def watch_pools(self, watch: Callable[[str, int], None]) -> None:
        """Have ``watch`` called with a pool's name, and 1 or -1, when a connection is taken from it
        or given back.
        """
        for name, engine in (
            ("requests", self.engine),
            ("autonomous", self.autonomous_engine),
            ("exports", self.export_engine),
        ):
            event.listen(engine, "checkout", partial(_changed, watch, name, 1))
            event.listen(engine, "checkin", partial(_changed, watch, name, -1))

    def watch_statements(self, watch: Callable[[Engine], None]) -> None:
        """Have ``watch`` called with each engine: what it listens for, it hears."""
        for engine in {self.engine, self.autonomous_engine, self.export_engine, self._replica}:
            watch(engine)

    def dispose(self) -> None:
        """Close every pooled connection."""
        for engine in (self.engine, self.autonomous_engine, self.export_engine, self._replica):
            engine.dispose()


def _changed(watch: Callable[[str, int], None], name: str, change: int, *_: object) -> None:
    watch(name, change)
