"""Distributing the tables over a cluster, with stand-ins for Citus's functions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import Connection, Engine

from consent_app.cli import main
from consent_app.db.distribution import TABLES
from consent_app.db.engine import create_engine
from consent_app.db.session import Database
from consent_app.migrations import migrate
from consent_app.migrations.administration import DistributionError, distribute
from tests.support.cluster import stand_in_for_citus
from tests.support.databases import Databases


@pytest.fixture(autouse=True)
def quiet_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command does not set up logging, which is this process's."""
    monkeypatch.setattr("consent_app.maintenance.migrate.start_logging", lambda ini, settings: None)


@pytest.fixture
def cluster_url(databases: Databases) -> str:
    if not databases.has("postgresql"):
        pytest.skip("PostgreSQL was not found")
    url = databases.empty("postgresql")
    stand_in_for_citus(url)
    migrate.upgrade(url)
    return url


@pytest.fixture
def engine(cluster_url: str) -> Iterator[Engine]:
    engine = create_engine(cluster_url)
    yield engine
    engine.dispose()


def rows(connection: Connection, statement: str) -> list[Any]:
    return [tuple(row) for row in connection.execute(text(statement))]


def test_the_four_tables_are_distributed_once(cluster_url: str, engine: Engine) -> None:
    database = Database(cluster_url)
    assert not database.distributed
    assert distribute(cluster_url, shards=48) == list(TABLES)
    # A process asks once: it is started again after that.
    assert not database.distributed
    database.dispose()
    with engine.connect() as connection:
        result = rows(
            connection,
            "SELECT logicalrelid::text, partkey, shards, colocated FROM pg_dist_partition",
        )
        first = TABLES[0]
        assert result == [
            (name, "workspace_id", 48, None if name == first else first) for name in TABLES
        ]
        assert rows(connection, "SELECT name FROM emptied") == [(name,) for name in TABLES]
    reopened = Database(cluster_url)
    assert reopened.distributed
    reopened.dispose()
    assert distribute(cluster_url) == []


def test_a_run_that_broke_off_is_finished_by_the_next(cluster_url: str, engine: Engine) -> None:
    distribute(cluster_url)
    with engine.begin() as connection:
        connection.execute(
            text("DELETE FROM pg_dist_partition WHERE logicalrelid <> CAST(:first AS regclass)"),
            {"first": TABLES[0]},
        )
    assert distribute(cluster_url) == list(TABLES[1:])


def test_distributing_waits_for_a_migration_and_has_no_statement_timeout(
    cluster_url: str, engine: Engine
) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " INSERT INTO emptied SELECT 'timeout ' || current_setting('statement_timeout');"
            " INSERT INTO emptied SELECT 'locked' FROM pg_locks WHERE locktype = 'advisory'"
            " AND pid = pg_backend_pid();"
            " RETURN NULL; END $$;"
            "CREATE TRIGGER noted AFTER INSERT ON pg_dist_partition EXECUTE FUNCTION noted()"
        )
    distribute(cluster_url)
    with engine.connect() as connection:
        noted = {name for (name,) in rows(connection, "SELECT name FROM emptied")}
    assert {"timeout 0", "locked"} <= noted


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (
            "DROP FUNCTION truncate_local_data_after_distributing_table(regclass)",
            "does not have the extension citus",
        ),
        ("UPDATE pg_dist_node SET shouldhaveshards = false", "no node that holds shards"),
        ("UPDATE alembic_version SET version_num = '2026_11_21_billing'", "migrate first"),
    ],
)
def test_a_database_that_is_not_a_cluster_is_refused(
    cluster_url: str, engine: Engine, broken: str, message: str
) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(broken)
    with pytest.raises(DistributionError, match=message):
        distribute(cluster_url)
    with engine.connect() as connection:
        assert rows(connection, "SELECT 1 FROM pg_dist_partition") == []


def test_another_role_than_the_owner_is_refused(cluster_url: str, engine: Engine) -> None:
    role = engine.url.database
    with engine.begin() as connection:
        connection.exec_driver_sql(f'CREATE ROLE "{role}" LOGIN')
        connection.exec_driver_sql(f'GRANT SELECT ON ALL TABLES IN SCHEMA public TO "{role}"')
    try:
        role_url = engine.url.set(username=role).render_as_string(hide_password=False)
        with pytest.raises(
            DistributionError, match=r"belong to postgres.*consent\.database_direct_url"
        ):
            distribute(role_url)
    finally:
        with engine.begin() as connection:
            connection.exec_driver_sql(f'DROP OWNED BY "{role}"; DROP ROLE "{role}"')


def test_the_command_says_what_it_did(
    cluster_url: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Any,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("CONSENT_DATABASE_URL", cluster_url)
    # As people call it: a command invoked without its group would keep options without -h for the
    # rest of the process, and so for the tests of help.json.
    assert main(["distribute", "--shards", "8"]) == 0
    assert capsys.readouterr().out == f"Distributed: {', '.join(TABLES)}.\n"
    assert main(["distribute"]) == 0
    assert capsys.readouterr().out == "Nothing to do: the tables are distributed.\n"


def test_sqlite_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("CONSENT_DATABASE_URL", f"sqlite:///{tmp_path}/absent.sqlite")
    assert main(["distribute"]) == 2
    assert "SQLite cannot be distributed" in capsys.readouterr().err
    assert not (tmp_path / "absent.sqlite").exists()
