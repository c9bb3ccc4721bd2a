"""Errors of the database in an operator's words, without a value and without a password."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from consent_app.application import Application
from consent_app.db.engine import create_engine as engine_of
from consent_app.db.explanations import describe_database_error, explanation
from consent_app.db.outages import is_outage
from tests.support.processes import free_port


def error_of(application: Application, statement: str, **values: object) -> SQLAlchemyError:
    with pytest.raises(SQLAlchemyError) as caught, application.database.session() as session:
        session.execute(text(statement), values)
    return caught.value


def test_a_missing_table_asks_for_a_migration(application: Application) -> None:
    error = error_of(application, "SELECT 1 FROM no_such_table_here")
    assert "Run `consent-app migrate`" in (explanation(error) or "")


def test_a_mistake_of_ours_is_nothing_for_the_operator(application: Application) -> None:
    error = error_of(application, "SELECT )")
    if application.database.dialect == "postgresql":
        assert explanation(error) is None
    description = describe_database_error(error)
    assert "SELECT )" in description


def test_no_value_is_described(application: Application) -> None:
    error = error_of(
        application, "SELECT nothing FROM users WHERE email = :email", email="ada@example.com"
    )
    assert "ada@example.com" not in describe_database_error(error)


def test_the_statement_of_many_rows_is_cut(application: Application) -> None:
    rows = ", ".join(["(1)"] * 1000)
    description = describe_database_error(
        error_of(application, f"INSERT INTO no_such_table VALUES {rows}")
    )
    assert "INSERT INTO no_such_table" in description
    assert len(description) < 1100


@pytest.mark.parametrize("error", [NoSuchModuleError("x"), ArgumentError("x")])
def test_an_address_of_another_kind(error: SQLAlchemyError) -> None:
    assert "postgresql:// or sqlite:///" in (explanation(error) or "")


def test_hosts_of_which_not_each_has_a_port() -> None:
    with pytest.raises(SQLAlchemyError) as caught:
        engine_of("postgresql:///d?host=a,b&port=5432")
    assert "Give each host its port" in (explanation(caught.value) or "")


def test_hosts_that_do_not_answer_are_one_sentence() -> None:
    first, second = free_port(), free_port()
    engine = engine_of(f"postgresql:///d?host=127.0.0.1:{first}&host=127.0.0.1:{second}")
    with pytest.raises(SQLAlchemyError) as caught:
        engine.connect()
    assert explanation(caught.value) == (
        "The database does not answer:"
        f' connection to server at "127.0.0.1", port {first} failed: Connection refused;'
        f' connection to server at "127.0.0.1", port {second} failed: Connection refused.'
    )


def test_an_option_that_libpq_does_not_know() -> None:
    with pytest.raises(SQLAlchemyError) as caught:
        engine_of("postgresql:///d?sslmod=require").connect()
    assert explanation(caught.value) == (
        'consent.database_url: invalid connection option "sslmod".'
    )


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/none/a.sqlite")
    with pytest.raises(SQLAlchemyError) as caught:
        engine.connect()
    assert "folder is missing or not writable" in (explanation(caught.value) or "")
    with pytest.raises(SQLAlchemyError) as caught:
        create_engine(f"sqlite:///{tmp_path}").connect()
    assert "leads to a folder" in (explanation(caught.value) or "")


def test_a_file_without_write_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    sqlite3.connect(path).close()
    engine = create_engine(f"sqlite:///file:{path}?mode=ro&uri=true")
    with pytest.raises(SQLAlchemyError) as caught, engine.begin() as connection:
        connection.execute(text("CREATE TABLE a (b)"))
    engine.dispose()
    reason = explanation(caught.value) or ""
    assert reason.startswith("The SQLite file is read-only for this user. The file, ")
    assert "have to belong to the service's user" in reason


@pytest.mark.parametrize("damage", [0, 4096])
def test_a_damaged_file_is_explained_with_the_command_that_restores_a_backup(
    tmp_path: Path, damage: int
) -> None:
    path = tmp_path / "a.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript("CREATE TABLE a (b); INSERT INTO a VALUES (1)")
    connection.close()
    content = bytearray(path.read_bytes())
    content[damage : damage + 100] = b"x" * 100
    path.write_bytes(content)
    engine = engine_of(f"sqlite:///{path}")
    with pytest.raises(SQLAlchemyError) as caught, engine.connect() as connected:
        connected.execute(text("SELECT b FROM a"))
    engine.dispose()
    reason = explanation(caught.value) or ""
    assert "is damaged" in reason
    assert "restore a backup with `consent-app restore`" in reason.lower()
    assert is_outage(caught.value)
