"""Connections that a process opens and leaves."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.db import engine as engines
from consent_app.db.engine import DatabaseOptions, create_engine
from consent_app.db.outages import is_outage
from consent_app.db.session import Database


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


def test_a_server_that_became_a_standby_is_left(url: str, engines: list[Engine]) -> None:
    engine = create_engine(url + "&options=-c%20default_transaction_read_only%3Don")
    engines.append(engine)
    with engine.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(text("DELETE FROM jobs"))
    assert raised.value.connection_invalidated
    assert is_outage(raised.value)
