"""The databases of one test process: a migrated one of each kind, and fresh ones on request."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from consent_app.db.engine import create_engine
from consent_app.migrations import migrate
from consent_app.migrations.administration import distribute
from tests.support.cluster import stand_in_for_citus
from tests.support.memory import memory_with, prefix

DIALECTS = ("sqlite", "postgresql")

CLUSTER = "cluster"
"""A third kind, for tests with this mark: PostgreSQL with tables distributed by Citus. This is the
database at ``TEST_CITUS_URL`` if that is set. Otherwise it is one that only claims to be
distributed, so that the statements of a cluster run on every machine."""

TEST_DATABASE_URL = os.environ.get("TEST_DATABASE_URL")
"""The URL of a PostgreSQL server that tests use but neither start nor stop."""

TEST_CITUS_URL = os.environ.get("TEST_CITUS_URL")

ROOM = 1024**3
"""SQLite's databases of a whole run take a fifth of it."""


@contextmanager
def quick_folder(otherwise: Path) -> Iterator[Path]:
    """Yield a new folder in memory for SQLite's files, so that no commit waits for a disk.

    ``otherwise`` is yielded where memory has no room for them.
    """
    memory = memory_with(ROOM)
    if memory is None:
        yield otherwise
        return
    with tempfile.TemporaryDirectory(prefix=prefix("sqlite"), dir=memory) as name:
        yield Path(name)


class Databases:
    """Creates databases in ``folder``, and on the PostgreSQL server at ``server_url``, if there is
    one.

    The first of each kind is migrated like an installation; all others are copies of it. ``close``
    drops those on the server, unless the server ends with the session, because dropping one takes a
    checkpoint.
    """

    def __init__(self, folder: Path, server_url: str | None) -> None:
        self._folder = folder
        self._server_url = server_url
        self._shared: dict[str, str] = {}
        self._templates: dict[str, str] = {}
        self._made: list[str] = []

    def has(self, dialect: str) -> bool:
        """Return whether this machine has that kind of database."""
        return dialect == "sqlite" or self._server_url is not None

    def shared(self, dialect: str) -> str:
        """Return the URL of the database that this process's tests share. It is never cleaned."""
        if dialect not in self._shared:
            self._shared[dialect] = (
                self._prepared(TEST_CITUS_URL, dialect)
                if dialect == CLUSTER and TEST_CITUS_URL is not None
                else self.fresh(dialect)
            )
        return self._shared[dialect]

    def fresh(self, dialect: str) -> str:
        """Return the URL of a new database with the whole schema and no rows."""
        if dialect == CLUSTER and TEST_CITUS_URL is not None:
            pytest.skip("a cluster has one database, which other tests use")
        if dialect not in self._templates:
            self._templates[dialect] = self._template(dialect)
        return self._copy(self._templates[dialect], dialect)

    def _template(self, dialect: str) -> str:
        url = self.empty(dialect)
        if dialect == CLUSTER:
            stand_in_for_citus(url)
        return self._prepared(url, dialect)

    def _prepared(self, url: str, dialect: str) -> str:
        migrate.upgrade(url)
        if dialect == CLUSTER:
            distribute(url)
        return url

    def empty(self, dialect: str, options: str = "") -> str:
        """Return the URL of a new database without a schema.

        ``options`` are those of PostgreSQL's CREATE DATABASE.
        """
        name = self._new_name(dialect)
        if dialect == "sqlite":
            return f"sqlite:///{self._folder / name}.sqlite"
        return self._create(name, options)

    def unmigrated(self, dialect: str) -> str:
        """Return the URL of a new database without a schema, whose file exists on SQLite."""
        url = self.empty(dialect)
        if dialect == "sqlite":
            Path(str(make_url(url).database)).touch()
        return url

    def _copy(self, url: str, dialect: str) -> str:
        name = self._new_name(dialect)
        template = make_url(url).database
        assert template is not None
        if dialect == "sqlite":
            path = self._folder / f"{name}.sqlite"
            # No process has it open, so no write-ahead log beside it contains any data.
            shutil.copyfile(template, path)
            return f"sqlite:///{path}"
        return self._create(name, f'TEMPLATE "{template}"')

    def _new_name(self, dialect: str) -> str:
        return f"consent_test_{dialect}_{secrets.token_hex(6)}"

    def _create(self, name: str, options: str = "") -> str:
        self._on_server(f'CREATE DATABASE "{name}" {options}')
        self._made.append(name)
        assert self._server_url is not None
        return make_url(self._server_url).set(database=name).render_as_string(hide_password=False)

    def close(self) -> None:
        """Drop the databases on the server. Those in the folder are deleted with the folder."""
        while self._made and TEST_DATABASE_URL is not None:
            self._on_server(f'DROP DATABASE IF EXISTS "{self._made.pop()}" WITH (FORCE)')

    def _on_server(self, statement: str) -> None:
        assert self._server_url is not None
        engine = create_engine(self._server_url, pool_size=1)
        try:
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text(statement))
        finally:
            engine.dispose()
