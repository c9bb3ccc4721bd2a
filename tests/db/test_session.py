"""Connections that a process opens and leaves."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.db import engine as engines
from consent_app.db.engine import DatabaseOptions, create_engine
from consent_app.db.outages import is_outage
from consent_app.db.session import Database
from tests.support.databases import Databases
from tests.support.outages import database_away


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


@pytest.mark.usefixtures("url")
def test_connections_in_use_are_counted_through_an_outage(databases: Databases) -> None:
    in_use: Counter[str] = Counter()
    database = Database(databases.fresh("postgresql"))
    database.watch_pools(lambda pool, change: in_use.update({pool: change}))
    try:
        with ExitStack() as outage:
            with database.engine.connect(), database.engine.connect():
                assert in_use == {"requests": 2}
                outage.enter_context(database_away(database))
            for _ in range(3):
                with pytest.raises(DBAPIError):
                    database.engine.connect()
            assert in_use == {"requests": 0}
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
