"""`consent-app database status`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from consent_app.cli import main
from consent_app.readiness.compatibility import OLD_SCHEMA
from tests.support.commands import Run, read
from tests.support.databases import Databases


def test_database_status_describes_the_database(
    run: Run, databases: Databases, dialect: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    details = read(run, "database", "status")
    assert (details["kind"], details["ready"], details["fault"]) == (dialect, True, None)
    assert details["connectionsPerProcess"] == 18
    assert details["jobsFailing"] >= 0
    assert details["jobsDead"] >= 0
    monkeypatch.setenv("CONSENT_DATABASE_URL", databases.unmigrated(dialect))
    assert main(["database", "status"]) == 1


def test_a_database_that_accepts_no_writes_is_not_ready(
    run: Run, dialect: str, fresh_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if dialect == "sqlite":
        url = f"sqlite:///file:{make_url(fresh_database_url).database}?mode=ro&uri=true"
        fault = "The SQLite file is read-only for this user."
    else:
        separator = "&" if "?" in fresh_database_url else "?"
        url = f"{fresh_database_url}{separator}options=-cdefault_transaction_read_only%3Don"
        fault = "The database accepts no writes: it is a standby, or read-only for this role."
    monkeypatch.setenv("CONSENT_DATABASE_URL", url)
    result = json.loads(run("database", "status", "--json", status=1))
    assert not result["ready"]
    assert result["fault"].startswith(fault)


@pytest.mark.parametrize(
    "command",
    [
        ("workspace", "list"),
        ("user", "list"),
        ("user", "resend-verification", "ada@example.com"),
        ("jobs", "list"),
        ("jobs", "requeue", "--all"),
        ("keys", "reencrypt"),
    ],
)
def test_commands_name_a_schema_that_is_not_this_releases(
    run: Run,
    databases: Databases,
    dialect: str,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
) -> None:
    monkeypatch.setenv("CONSENT_DATABASE_URL", databases.unmigrated(dialect))
    assert OLD_SCHEMA in run(*command, status=2)


@pytest.mark.parametrize(
    "command",
    [("user", "list"), ("jobs", "list"), ("database", "status"), ("keys", "adopt", "--yes")],
)
def test_commands_do_not_create_a_mistyped_sqlite_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    file = tmp_path / "mistyped.sqlite"
    monkeypatch.setenv("CONSENT_DATABASE_URL", f"sqlite:///{file}")
    assert f"There is no database at {file}" in run(*command, status=2)
    assert not file.exists()
