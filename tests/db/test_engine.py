"""How connections to the databases are made, limited and ended."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.db import engine as engine_module
from consent_app.db.engine import DatabaseOptions, create_engine
from tests.support.databases import Databases
from tests.support.machine import path_for_namespaces


def setting_of(engine: Engine, name: str) -> str:
    with engine.connect() as connection:
        return str(connection.scalar(text(f"SHOW {name}")))


def test_statements_and_idle_transactions_end_but_not_those_of_exports(
    url: str, engines: list[Engine]
) -> None:
    options = DatabaseOptions(statement_seconds=7, idle_seconds=8)
    limited = create_engine(url, options=options)
    unlimited = create_engine(url, options=options, unlimited=True)
    engines += [limited, unlimited]
    assert setting_of(limited, "statement_timeout") == "7s"
    assert setting_of(limited, "idle_in_transaction_session_timeout") == "8s"
    assert setting_of(unlimited, "statement_timeout") == "0"
    assert {setting_of(item, "timezone").lower() for item in engines} == {"utc"}


def test_limits_of_the_database_end_nothing_that_is_to_have_none(
    url: str, databases: Databases, engines: list[Engine]
) -> None:
    """Behind PgBouncer the role has them, and imports and exports may go around it."""
    own = databases.fresh("postgresql")
    names = ("statement_timeout", "idle_in_transaction_session_timeout")
    engines += [create_engine(own), create_engine(own, unlimited=True)]
    with engines[0].begin() as connection:
        for name in names:
            sql = f'ALTER DATABASE "{make_url(own).database}" SET {name} = 1000'
            connection.execute(text(sql))
    assert [setting_of(engines[1], name) for name in names] == ["0", "0"]


def test_no_plan_is_compiled(url: str, engines: list[Engine]) -> None:
    engines.append(create_engine(url))
    assert setting_of(engines[-1], "jit") == "off"


def test_options_in_the_url_take_precedence(url: str, engines: list[Engine]) -> None:
    engine = create_engine(url + "&options=-c%20statement_timeout%3D3s")
    engines.append(engine)
    assert setting_of(engine, "statement_timeout") == "3s"
    assert setting_of(engine, "idle_in_transaction_session_timeout") == "1min"


def test_a_machine_that_goes_without_a_word_is_noticed(url: str, project: Path) -> None:
    path = path_for_namespaces("ip", kinds=("--net",))
    if not str(make_url(url).query.get("host", "")).startswith("/"):
        pytest.skip("It needs a server with a socket: unset TEST_DATABASE_URL.")
    completed = subprocess.run(
        ["unshare", "--net", sys.executable, "-m", "tests.support.vanishing", url],
        cwd=project,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    seconds = [float(number) for number in completed.stdout.split()]
    assert len(seconds) == 2
    # Linux would wait for a quarter of an hour: then 0 is printed.
    assert all(5 < number < 20 for number in seconds), seconds


def test_the_url_says_how_soon_a_loss_is_noticed(url: str, engines: list[Engine]) -> None:
    engine = create_engine(url + "&tcp_user_timeout=3000")
    engines.append(engine)
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        assert driver.info.dsn_parameters["tcp_user_timeout"] == "3000"
        assert driver.info.dsn_parameters["keepalives_idle"] == "5"


def pids_of(engine: Engine, count: int = 1) -> set[int]:
    """Return the server processes of ``count`` connections that are open at once."""
    with ExitStack() as stack:
        connections = [stack.enter_context(engine.connect()) for _ in range(count)]
        return {connection.scalar(text("SELECT pg_backend_pid()")) for connection in connections}


def count_pings(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that gets each connection about which the server is asked."""
    pinged: list[Any] = []
    ping = engine.dialect.do_ping

    def counted(connection: Any) -> bool:
        pinged.append(connection)
        return ping(connection)

    monkeypatch.setattr(engine.dialect, "do_ping", counted)
    return pinged


def test_the_server_is_asked_only_about_connections_unused_for_a_while(
    url: str, engines: list[Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = create_engine(url)
    engines.append(engine)
    pinged = count_pings(engine, monkeypatch)
    pids = [pids_of(engine) for _ in range(3)]
    assert pinged == []
    monkeypatch.setattr(engine_module, "UNUSED_SECONDS", 0)
    pids.append(pids_of(engine))
    assert len(pinged) == 1
    assert len(set(map(frozenset, pids))) == 1


def test_connections_that_the_server_ended_are_replaced_before_use(
    url: str, engines: list[Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, other = create_engine(url), create_engine(url)
    engines += [engine, other]
    pinged = count_pings(engine, monkeypatch)
    pids = pids_of(engine, 3)
    with other.connect() as connection:
        for pid in pids:
            # Waits until the process has ended.
            end = text("SELECT pg_terminate_backend(:pid, 10000)")
            assert connection.scalar(end, {"pid": pid})
    assert not pids & pids_of(engine, 3)
    # The first tells about all others of its age.
    assert len(pinged) == 1


def test_a_connection_that_ends_before_it_is_returned_keeps_its_place(
    url: str, engines: list[Engine]
) -> None:
    engine, other = create_engine(url, pool_size=1), create_engine(url)
    engines += [engine, other]
    autocommit = engine.execution_options(isolation_level="AUTOCOMMIT")
    for _ in range(2):
        with autocommit.connect() as connection, other.connect() as control:
            pid = connection.scalar(text("SELECT pg_backend_pid()"))
            end = text("SELECT pg_terminate_backend(:pid, 10000)")
            assert control.scalar(end, {"pid": pid})
    # Without autocommit again.
    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        assert not driver.autocommit


def test_a_new_file_that_another_process_is_writing_is_waited_for(
    tmp_path: Path, engines: list[Engine]
) -> None:
    # SQLite refuses to change the mode of a file that somebody writes, without its busy timeout.
    path = tmp_path / "new.sqlite"
    writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writer.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.2, writer.execute, ["COMMIT"])
    release.start()
    engine = create_engine(f"sqlite:///{path}")
    engines.append(engine)
    with engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
    release.join()
    writer.close()


def test_a_file_does_not_keep_what_was_deleted(tmp_path: Path, engines: list[Engine]) -> None:
    path = tmp_path / "erased.sqlite"
    engine = create_engine(f"sqlite:///{path}")
    engines.append(engine)

    def keep(connection: Any, _: Any) -> None:
        """Keep it, as SQLite does unless it was built otherwise, as Debian's is."""
        connection.execute("PRAGMA secure_delete=OFF")

    event.listen(engine, "connect", keep, insert=True)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE people (email TEXT)"))
        connection.execute(text("INSERT INTO people VALUES ('ada@example.com')"))
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM people"))
    engine.dispose()
    assert b"ada@example.com" not in path.read_bytes()


def test_the_log_of_a_large_transaction_does_not_keep_its_disk(
    tmp_path: Path, engines: list[Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "SQLITE_LOG_BYTES", 100_000)
    path = tmp_path / "large.sqlite"
    engine = create_engine(f"sqlite:///{path}")
    engines.append(engine)
    for size in (5_000_000, 10, 10):
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE IF NOT EXISTS things (thing BLOB)"))
            connection.execute(text("INSERT INTO things VALUES (zeroblob(:size))"), {"size": size})
    assert Path(f"{path}-wal").stat().st_size <= 100_000


def test_once_a_connection_was_waited_for_in_vain_nobody_waits_until_one_is_returned(
    url: str, engines: list[Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "POOL_TIMEOUT_SECONDS", 0.2)
    engine = create_engine(url, pool_size=2)
    engines.append(engine)
    assert engine.pool.logger.name == "sqlalchemy.pool.impl.QueuePool"
    with ExitStack() as first, ExitStack() as second:
        first.enter_context(engine.connect())
        second.enter_context(engine.connect())
        assert has_waited_in_vain(engine)
        assert not has_waited_in_vain(engine)
        second.close()
        with engine.connect() as connection:
            assert connection.scalar(text("SELECT 1")) == 1
            assert has_waited_in_vain(engine)


def has_waited_in_vain(engine: Engine) -> bool:
    with pytest.raises(PoolTimeoutError) as refusal:
        engine.connect()
    # SQLAlchemy's own message after a wait, or the pool's without one.
    return "connection timed out, timeout 0.20" in str(refusal.value)
