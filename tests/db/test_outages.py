"""What is an outage of the database, and what is not."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.db.engine import DatabaseOptions, create_engine
from consent_app.db.outages import EVERY_SECONDS, Outages, is_outage, outage_reason

AWAY = OperationalError("SELECT 1", {}, sqlite3.OperationalError(), connection_invalidated=True)


def watched(url: str, engines: list[Engine]) -> tuple[Engine, Outages, list[float]]:
    """Return an engine, what watches it, and the time of its clock, which tests change."""
    now = [1000.0]
    outages = Outages(clock=lambda: now[0])
    engine = create_engine(url)
    engines.append(engine)
    outages.watch(engine)
    return engine, outages, now


def test_a_statement_that_takes_too_long_is_an_error_and_no_outage(
    url: str, engines: list[Engine]
) -> None:
    engine = create_engine(url, options=DatabaseOptions(statement_seconds=1))
    engines.append(engine)
    with engine.connect() as connection, pytest.raises(OperationalError) as raised:
        connection.execute(text("SELECT pg_sleep(30)"))
    assert not is_outage(raised.value)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("failure on connection marked as essential: worker1:5432", True),
        ("could not commit transaction for shard 102013 on at least one active node", True),
        ("server closed the connection unexpectedly", True),
        ("cache lookup failed for relation 16384", False),
    ],
)
def test_a_worker_of_a_cluster_that_goes_away_is_an_outage(
    url: str,
    engines: list[Engine],
    caplog: pytest.LogCaptureFixture,
    message: str,
    expected: bool,
) -> None:
    engine, outages, now = watched(url, engines)
    raising = f"DO $$ BEGIN RAISE EXCEPTION '{message}' USING ERRCODE = 'XX000'; END $$"
    with engine.connect() as connection, pytest.raises(DBAPIError) as raised:
        connection.exec_driver_sql(raising)
    assert is_outage(raised.value) is expected
    if expected:
        reason = outage_reason(raised.value)
        assert reason.startswith(f"The database does not answer: {message}")
    # The coordinator's connections outlast it.
    with caplog.at_level(logging.WARNING):
        assert outages.note(raised.value) is expected
        now[0] += EVERY_SECONDS
        engine.connect().close()
    end = "The database answers again after 30.0 s and 1 failures."
    assert (end in caplog.messages) is expected


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("53100", "The disk of PostgreSQL is full, so that it accepts no writes: no room;"),
        ("25006", "The database accepts no writes: it is a standby, or read-only for this role."),
    ],
)
def test_a_database_that_accepts_no_writes_is_logged_once_although_it_answers(
    url: str, engines: list[Engine], caplog: pytest.LogCaptureFixture, state: str, reason: str
) -> None:
    engine, outages, now = watched(url, engines)
    raising = f"DO $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = '{state}'; END $$"
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            with engine.connect() as connection, pytest.raises(DBAPIError) as raised:
                connection.exec_driver_sql(raising)
            assert outages.note(raised.value)
            engine.dispose()
        engine.connect().close()
        assert [line[: len(reason)] for line in caplog.messages] == [reason]
        now[0] += EVERY_SECONDS
        engine.connect().close()
    assert caplog.messages[1:] == ["The database answers again after 30.0 s and 3 failures."]


def test_a_full_disk_of_sqlite_is_an_outage(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "a.sqlite") as connection:
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.OperationalError) as raised:
            connection.execute("CREATE TABLE a (b)")
    error = OperationalError("CREATE", {}, raised.value)
    assert is_outage(error)
    assert outage_reason(error).startswith("The SQLite file cannot be written, as on a full disk")


@pytest.mark.parametrize("errors", [[PoolTimeoutError()], [AWAY], [PoolTimeoutError(), AWAY]])
def test_an_outage_is_over_when_requests_get_connections_and_none_fails(
    engines: list[Engine],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    errors: list[Exception],
) -> None:
    now = [1000.0]
    outages = Outages(clock=lambda: now[0])
    engine = create_engine(f"sqlite:///{tmp_path / 'a.sqlite'}")
    engines.append(engine)
    engine.connect().close()
    outages.watch(engine)
    with caplog.at_level(logging.WARNING):
        for error in errors:
            assert outages.note(error)
        # While it is full, or hangs, one request gets a connection and another does not.
        for _ in range(3):
            engine.connect().close()
            outages.note(errors[-1])
        now[0] += EVERY_SECONDS
        engine.connect().close()
        engine.connect().close()
    ends = [line for line in caplog.messages if line.startswith("The database answers again")]
    count = len(errors) + 3
    assert ends == [f"The database answers again after 30.0 s and {count} failures."]


def test_failures_are_counted_every_half_minute_while_an_outage_lasts(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [1000.0]
    outages = Outages(clock=lambda: now[0])
    with caplog.at_level(logging.WARNING):
        for _ in range(7):
            assert outages.note(AWAY)
            now[0] += EVERY_SECONDS / 3
    first, *others = caplog.messages
    assert "so far" not in first
    assert others == [f"{first} {count} failures so far." for count in (4, 7)]


def test_an_outage_lasts_until_no_request_has_failed_for_half_a_minute(
    engines: list[Engine], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine, outages, now = watched(f"sqlite:///{tmp_path / 'a.sqlite'}", engines)
    engine.connect().close()
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert outages.note(AWAY)
            now[0] += EVERY_SECONDS - 1
            engine.connect().close()
        assert not [line for line in caplog.messages if "answers again" in line]
        now[0] += 1
        engine.connect().close()
    assert caplog.messages[-1] == "The database answers again after 59.0 s and 2 failures."


@pytest.mark.parametrize("errors", [[AWAY, PoolTimeoutError()], [PoolTimeoutError(), AWAY]])
def test_a_new_connection_ends_an_outage_that_has_more_causes_than_a_full_pool(
    engines: list[Engine],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    errors: list[Exception],
) -> None:
    engine, outages, _ = watched(f"sqlite:///{tmp_path / 'a.sqlite'}", engines)
    with caplog.at_level(logging.WARNING):
        for error in errors:
            assert outages.note(error)
        engine.connect().close()
    assert caplog.messages[-1] == "The database answers again after 0.0 s and 2 failures."
