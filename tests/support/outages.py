"""Databases that are away for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from consent_app.db.engine import create_engine
from consent_app.db.session import Database


@contextmanager
def database_away(database: Database) -> Iterator[None]:
    """Let no connection reach the database until the end, and end those that there are."""
    url = database.engine.url
    if database.dialect == "sqlite":
        path = Path(str(url.database))
        database.dispose()
        kept = path.rename(path.with_suffix(".away"))
        path.mkdir()
        try:
            yield
        finally:
            path.rmdir()
            kept.rename(path)
        return
    server = create_engine(url.set(database="postgres").render_as_string(hide_password=False))
    admin = server.execution_options(isolation_level="AUTOCOMMIT")
    allow = f'ALTER DATABASE "{url.database}" ALLOW_CONNECTIONS'
    # Waits until the connections have ended.
    end = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = :name"
    try:
        with admin.connect() as control:
            control.execute(text(f"{allow} false"))
            control.execute(text(end), {"name": url.database})
            try:
                yield
            finally:
                control.execute(text(f"{allow} true"))
    finally:
        admin.dispose()
