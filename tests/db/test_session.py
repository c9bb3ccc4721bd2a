"""Connections that a process opens and leaves."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlalchemy import Engine, make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.db import engine as engines
from consent_app.db.engine import DatabaseOptions, create_engine
from consent_app.db.outages import is_outage
from consent_app.db.session import Database
from tests.support.databases import Databases


def test_a_process_opens_as_many_connections_as_it_says(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "POOL_TIMEOUT_SECONDS", 0.05)
    database = Database(url, None, DatabaseOptions(pool_size=2))
    connections = []
    try:
        for engine in (database.engine, database.autonomous_engine, database.export_engine):
            size = engine.pool.size()
            connections += [engine.connect() for _ in range(size)]
            with pytest.raises(PoolTimeoutError):
                engine.connect()
        assert len(connections) == database.options.max_connections == 2 + 2 + 6
        assert DatabaseOptions().max_connections == 18
    finally:
        for connection in connections:
            connection.close()
        database.dispose()


def test_connections_in_use_are_counted_through_an_outage(
    databases: Databases, url: str, engines: list[Engine]
) -> None:
    fresh = make_url(databases.fresh("postgresql"))
    admin = create_engine(url).execution_options(isolation_level="AUTOCOMMIT")
    engines.append(admin)
    in_use: Counter[str] = Counter()
    database = Database(fresh.render_as_string(hide_password=False))
    database.watch_pools(lambda pool, change: in_use.update({pool: change}))
    allow = f'ALTER DATABASE "{fresh.database}" ALLOW_CONNECTIONS'
    # Waits until the connections have ended.
    end = text(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = :name"
    )
    try:
        with database.engine.connect(), database.engine.connect(), admin.connect() as control:
            assert in_use == {"requests": 2}
            control.execute(text(f"{allow} false"))
            control.execute(end, {"name": fresh.database})
        for _ in range(3):
            with pytest.raises(DBAPIError):
                database.engine.connect()
        assert in_use == {"requests": 0}
        with admin.connect() as control:
            control.execute(text(f"{allow} true"))
        with database.engine.connect() as connection:
            connection.invalidate()
            assert in_use == {"requests": 0}
            connection.execute(text("SELECT 1"))
            assert in_use == {"requests": 1}
        assert in_use == {"requests": 0}
    finally:
        database.dispose()


def test_a_server_that_became_a_standby_is_left(url: str, engines: list[Engine]) -> None:
    engine = create_engine(url + "&options=-c%20default_transaction_read_only%3Don")
    engines.append(engine)
    with engine.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(text("DELETE FROM jobs"))
    assert raised.value.connection_invalidated
    assert is_outage(raised.value)
