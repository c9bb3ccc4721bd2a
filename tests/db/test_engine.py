"""How connections to the databases are made, limited and ended."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

from sqlalchemy import Engine, text

from consent_app.db.engine import DatabaseOptions, create_engine


def setting_of(engine: Engine, name: str) -> str:
    with engine.connect() as connection:
        return str(connection.scalar(text(f"SHOW {name}")))


def test_statements_and_idle_transactions_end_but_not_those_of_exports(
    url: str, engines: list[Engine]
) -> None:
    options = DatabaseOptions(statement_seconds=7, idle_seconds=8)
    hurried = create_engine(url, options=options)
    patient = create_engine(url, options=options, patient=True)
    engines += [hurried, patient]
    assert setting_of(hurried, "statement_timeout") == "7s"
    assert setting_of(hurried, "idle_in_transaction_session_timeout") == "8s"
    assert setting_of(patient, "statement_timeout") == "0"
    assert {setting_of(item, "timezone").lower() for item in engines} == {"utc"}


def test_options_in_the_url_take_precedence(url: str, engines: list[Engine]) -> None:
    engine = create_engine(url + "&options=-c%20statement_timeout%3D3s")
    engines.append(engine)
    assert setting_of(engine, "statement_timeout") == "3s"
    assert setting_of(engine, "idle_in_transaction_session_timeout") == "1min"


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
