"""Migrations: the only way to create a schema, on both SQLite and PostgreSQL.

Any number of processes may migrate the same database at the same time: one does the work, and the
others wait for it and find nothing to do. A failed migration leaves the schema unchanged; those
before it stay on PostgreSQL, and the next start continues after them.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from alembic import command
from alembic.autogenerate.api import AutogenContext
from alembic.config import Config
from sqlalchemy import Engine, MetaData, event, text
from sqlalchemy.engine import Connection

import consent_app
from consent_app.db import types
from consent_app.db.base import Base
from consent_app.db.engine import create_engine
from consent_app.db.types import JsonDocument, UtcDateTime
from consent_app.migrations.revisions import applied_revisions, known_revisions
from consent_app.settings import project_file
from consent_app.settings.error import OperatorError

log = logging.getLogger(__name__)

WAIT_SECONDS = 120
"""How long a start waits for another one that is migrating."""

RETRY_SECONDS = 0.2

LOCK_SECONDS = 10
"""How long a migration waits for a table that requests use, before it gives up, so that no queue
forms behind it."""

STATEMENT_SECONDS = 300

_ENCODING = "UTF8"
# "consent": a number that nothing else in the database uses.
_TRY_LOCK = text(f"SELECT pg_try_advisory_lock({0x636F6E73656E74})")


class EncodingError(OperatorError):
    """The database cannot store every text. The message says what to do."""


def upgrade(database_url: str, revision: str = "head") -> bool:
    """Migrate the database at ``database_url`` to ``revision``. Creates a missing SQLite file.

    Returns whether there was something to do: nothing on the schema of this release or a later one.

    Raises EncodingError, OperatorError if another process migrates for longer than WAIT_SECONDS,
    and sqlalchemy.exc.OperationalError if the database is unavailable, or locked on SQLite.
    """
    with migration_connection(database_url) as connection:
        before = _revision(connection)
        if not applied_revisions(connection) <= known_revisions().keys():
            # A later release's schema: alembic has no such revision, but this release can serve it.
            return False
        config = alembic_config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        after = _revision(connection)
    if after != before:
        log.info("Migrated the database from %s to %s", before or "nothing", after)
    return after != before


def _revision(connection: Connection) -> str | None:
    return ", ".join(sorted(applied_revisions(connection))) or None


def alembic_config() -> Config:
    """Return alembic's configuration, with the ``alembic`` folder wherever it is installed."""
    config = Config()
    # Found by one of our files: in an installation, the folder next to the package is the library
    # alembic.
    folder = project_file("alembic/env.py").parent
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config


def models_metadata() -> MetaData:
    """Return the metadata of all models, after importing every ``models`` module."""
    for module in pkgutil.walk_packages(consent_app.__path__, "consent_app."):
        if "models" in module.name.split("."):
            importlib.import_module(module.name)
    return Base.metadata


@contextmanager
def migration_connection(database_url: str) -> Iterator[Connection]:
    """Provide a connection that excludes all other migrations.

    On SQLite it is in a transaction, whose lock that is. On PostgreSQL ``alembic/env.py`` commits
    after each migration: the lock belongs to the session.
    """
    with locked_connection(database_url) as connection:
        if connection.dialect.name != "sqlite":
            yield connection
            return
        with connection.begin():
            yield connection
            _check_foreign_keys(connection)


@contextmanager
def locked_connection(database_url: str) -> Iterator[Connection]:
    """Provide a connection without a transaction, while nobody else can migrate the database.

    Raises EncodingError, OperatorError if another process migrates for longer than WAIT_SECONDS,
    and sqlalchemy.exc.OperationalError on SQLite.
    """
    engine = create_engine(database_url, pool_size=1)
    try:
        if engine.dialect.name == "sqlite":
            _make_folder(engine)
            # The transaction begins IMMEDIATE, so the write lock is held from before the version is
            # read until the commit.
            event.listen(engine, "connect", _prepare_sqlite)
        with engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                _check_encoding(connection)
                _lock(connection)
            yield connection
    finally:
        # This also releases the lock, which belongs to the session.
        engine.dispose()


def _check_encoding(connection: Connection) -> None:
    encoding = connection.scalar(text("SHOW server_encoding"))
    if encoding != _ENCODING:
        raise EncodingError(
            f"The database's encoding is {encoding}, but texts in all languages need {_ENCODING}."
            f" Create a database with CREATE DATABASE … ENCODING '{_ENCODING}' TEMPLATE template0,"
            " and set consent.database_url to it."
        )


def _make_folder(engine: Engine) -> None:
    database = engine.url.database
    if database and database != ":memory:":
        Path(database).parent.mkdir(parents=True, exist_ok=True)


def _check_foreign_keys(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if broken:
        raise RuntimeError(f"The migration broke foreign keys of {sorted({r[0] for r in broken})}")


def _prepare_sqlite(connection: sqlite3.Connection, record: Any) -> None:
    cursor = connection.cursor()
    # A table is altered by copying and dropping it, and the drop would cascade. So foreign keys are
    # off, and checked at the end.
    cursor.execute("PRAGMA foreign_keys=OFF")
    cursor.execute(f"PRAGMA busy_timeout={WAIT_SECONDS * 1000}")
    cursor.close()


def _lock(connection: Connection) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not connection.scalar(_TRY_LOCK):
        # Asked again and again: a statement that waits here would be waited for by CREATE INDEX
        # CONCURRENTLY, in the process that has the lock.
        connection.rollback()
        if time.monotonic() > deadline:
            raise OperatorError(
                f"Another process has been migrating the database for {WAIT_SECONDS} seconds. Try"
                " again when it has ended."
            )
        time.sleep(RETRY_SECONDS)
    connection.execute(text(f"SET lock_timeout = '{LOCK_SECONDS}s'"))
    connection.execute(text(f"SET statement_timeout = '{STATEMENT_SECONDS}s'"))
    # Citus changes a distributed table over several connections to a machine, and then refuses to
    # change it again in the same transaction. On one database the setting has no effect.
    connection.execute(text("SET citus.multi_shard_modify_mode = 'sequential'"))
    connection.commit()


def autogenerate_options(connection: Connection) -> dict[str, Any]:
    """Return how alembic compares models with the schema: without PostgreSQL's partitions, which
    come and go with the months and belong to no model. A draft names the types of ``db/types.py``.
    """
    return {
        "compare_type": True,
        "include_name": _without_partitions(connection),
        "render_item": _render_type,
    }


def _render_type(kind: str, item: Any, context: AutogenContext) -> str | Literal[False]:
    own = {UtcDateTime: "UtcDateTime()", JsonDocument: "JsonDocument"}
    text = own.get(item) or own.get(type(item)) if kind == "type" else None
    if text is None:
        return False
    context.imports.add(f"from {types.__name__} import {text.removesuffix('()')}")
    return text


def _without_partitions(connection: Connection) -> Callable[[str | None, str, Any], bool]:
    partitions: set[str] = set()
    if connection.dialect.name == "postgresql":
        partitions.update(
            connection.scalars(text("SELECT relname FROM pg_class WHERE relispartition"))
        )

    def include_name(name: str | None, kind: str, parents: Any) -> bool:
        return not (kind == "table" and name in partitions)

    return include_name
