"""Engines for both databases: one place that knows what each of them needs.

SQLite runs in WAL mode with foreign keys on and a busy timeout, and its writers say
``BEGIN IMMEDIATE``: a transaction that reads first and writes later would otherwise fail at once
when another writer came in between. PostgreSQL is always driven by psycopg2.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy import create_engine as sa_create_engine
from sqlalchemy.engine import URL, Connection, make_url

SQLITE_BUSY_SECONDS = 15
POOL_SIZE = 16
AUTONOMOUS_POOL_SIZE = 4
EXPORT_POOL_SIZE = 6


def database_url(text: str) -> URL:
    """Parse a database URL; ``postgresql://`` and ``postgres://`` mean psycopg2."""
    scheme, separator, rest = text.partition("://")
    if scheme in ("postgresql", "postgres"):
        scheme = "postgresql+psycopg2"
    return make_url(scheme + separator + rest)


def create_engine(text: str, *, pool_size: int = POOL_SIZE) -> Engine:
    """Create an engine for ``text``, an SQLite or PostgreSQL URL.

    Connections wait at most five seconds for PostgreSQL to answer and are checked before use, so
    that a restart of the database costs no request more than the one that it broke. No error tells
    a row's values: they would end in a log.
    """
    url = database_url(text)
    if url.get_backend_name() == "sqlite":
        engine = sa_create_engine(
            url,
            pool_size=pool_size,
            pool_timeout=10,
            hide_parameters=True,
            connect_args={"timeout": SQLITE_BUSY_SECONDS, "check_same_thread": False},
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    return sa_create_engine(
        url,
        pool_size=pool_size,
        pool_timeout=10,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": 5, "options": "-c timezone=utc"},
    )


def _prepare_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    # The driver's own transaction handling would commit and begin behind SQLAlchemy's back.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get("read_only", False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
