"""How connections to PostgreSQL are made, bounded and left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.db import engine as engines
from consent_app.db.engine import DatabaseOptions, create_engine
from consent_app.db.outages import is_outage
from consent_app.db.session import Database
from tests import postgres
from tests.databases import Databases


@pytest.fixture
def url(databases: Databases) -> str:
    """A database on PostgreSQL."""
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    return databases.shared("postgresql")


@pytest.fixture
def made() -> Iterator[list[Engine]]:
    """Engines that are disposed of at the end."""
    engines: list[Engine] = []
    yield engines
    for engine in engines:
        engine.dispose()


def shown(engine: Engine, name: str) -> str:
    with engine.connect() as connection:
        return str(connection.scalar(text(f"SHOW {name}")))


def test_statements_and_idle_transactions_end_but_not_those_of_exports(
    url: str, made: list[Engine]
) -> None:
    options = DatabaseOptions(statement_seconds=7, idle_seconds=8)
    hurried = create_engine(url, options=options)
    patient = create_engine(url, options=options, patient=True)
    made += [hurried, patient]
    assert shown(hurried, "statement_timeout") == "7s"
    assert shown(hurried, "idle_in_transaction_session_timeout") == "8s"
    assert shown(patient, "statement_timeout") == "0"
    assert {shown(each, "timezone").lower() for each in made} == {"utc"}


def test_what_the_url_says_itself_wins(url: str, made: list[Engine]) -> None:
    engine = create_engine(url + "&options=-c%20statement_timeout%3D3s")
    made.append(engine)
    assert shown(engine, "statement_timeout") == "3s"
    assert shown(engine, "idle_in_transaction_session_timeout") == "1min"


def test_a_statement_that_takes_too_long_is_an_error_and_no_outage(
    url: str, made: list[Engine]
) -> None:
    engine = create_engine(url, options=DatabaseOptions(statement_seconds=1))
    made.append(engine)
    with engine.connect() as connection, pytest.raises(OperationalError) as raised:
        connection.execute(text("SELECT pg_sleep(30)"))
    assert not is_outage(raised.value)


def test_a_process_opens_as_many_connections_as_it_says(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "POOL_TIMEOUT_SECONDS", 0.05)
    database = Database(url, None, DatabaseOptions(pool_size=2))
    held = []
    try:
        for engine in (database.engine, database.autonomous_engine, database.export_engine):
            size = engine.pool.size()
            held += [engine.connect() for _ in range(size)]
            with pytest.raises(PoolTimeoutError):
                engine.connect()
        assert len(held) == database.options.most == 2 + 2 + 6
        assert DatabaseOptions().most == 18
    finally:
        for connection in held:
            connection.close()
        database.dispose()


def test_a_server_that_became_a_standby_is_left(url: str, made: list[Engine]) -> None:
    engine = create_engine(url + "&options=-c%20default_transaction_read_only%3Don")
    made.append(engine)
    with engine.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.execute(text("DELETE FROM jobs"))
    assert raised.value.connection_invalidated
    assert is_outage(raised.value)
