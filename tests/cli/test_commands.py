"""The commands that do one thing and end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlalchemy import text

from consent_app.application import Application
from consent_app.cli import main
from consent_app.db.engine import create_engine
from consent_app.jobs import JobFailed, JobRegistry, RetryLater, enqueue
from consent_app.jobs.worker import Worker
from consent_app.settings import parse_secret_keys
from tests.support.databases import Databases


def fail(application: Application, payload: object) -> None:
    raise JobFailed("no such mailbox")


def test_jobs_are_listed_and_requeued(
    isolated_app: Application, ini: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with isolated_app.database.transaction() as session:
        first = enqueue(session, "some.kind", {"secret": "the-secret"}, now=isolated_app.now())
        enqueue(session, "some.kind", {}, now=isolated_app.now())
        enqueue(session, "other.kind", {}, now=isolated_app.now())
    Worker(isolated_app, JobRegistry({"some.kind": fail})).run_due()
    isolated_app.database.dispose()

    assert main(["jobs", "list", ini]) == 0
    listed = capsys.readouterr().out
    columns, *rows = [line.split() for line in listed.splitlines()]
    assert columns == ["id", "kind", "state", "attempts", "runAt", "lastError"]
    assert [row[1:4] for row in rows] == [
        ["some.kind", "dead", "1"],
        ["some.kind", "dead", "1"],
        ["other.kind", "waiting", "0"],
    ]
    assert rows[0][5:] == ["no", "such", "mailbox"]
    assert rows[2][5] == "-"
    assert "the-secret" not in listed

    assert main(["jobs", "list", "--dead", "--limit", "1", ini]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[0] == str(first)

    assert main(["jobs", "list", "--limit", "1", "--json", ini]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row.pop("runAt").endswith("Z")
    assert row == {
        "id": str(first),
        "kind": "some.kind",
        "state": "dead",
        "attempts": 1,
        "lastError": "no such mailbox",
    }

    assert main(["jobs", "requeue", "--id", str(first), "--json", ini]) == 0
    assert json.loads(capsys.readouterr().out) == {"requeued": 1}
    assert main(["jobs", "requeue", "--id", str(first), ini]) == 2
    assert capsys.readouterr().err == (
        f"consent-app: No job with the id {first} is dead or waits for another attempt."
        " `consent-app jobs list` lists the jobs.\n"
    )
    assert main(["jobs", "requeue", "--all", ini]) == 0
    assert main(["jobs", "requeue", "--all", ini]) == 0
    printed = capsys.readouterr().out
    assert printed == "Requeued 1.\nNothing to do: there are no dead jobs.\n"
    assert main(["jobs", "list", "--dead", ini]) == 0
    assert capsys.readouterr().err == "There are no dead jobs.\n"


def test_jobs_that_wait_for_another_attempt_are_run_at_once(
    isolated_app: Application, ini: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(application: Application, payload: object) -> None:
        raise RetryLater("The mail server cannot be reached.")

    with isolated_app.database.transaction() as session:
        first = enqueue(session, "some.kind", {}, now=isolated_app.now())
        enqueue(session, "some.kind", {}, now=isolated_app.now())
    Worker(isolated_app, JobRegistry({"some.kind": refuse})).run_due()
    repaired = Worker(isolated_app, JobRegistry({"some.kind": lambda app, payload: None}))
    assert repaired.run_due() == 0
    assert main(["jobs", "requeue", "--id", str(first), ini]) == 0
    assert repaired.run_due() == 1
    assert main(["jobs", "requeue", "--waiting", ini]) == 0
    assert repaired.run_due() == 1
    assert main(["jobs", "requeue", "--waiting", ini]) == 0
    assert capsys.readouterr().out == (
        "Requeued 1.\nRequeued 1.\nNothing to do: no job waits for another attempt.\n"
    )
    assert main(["jobs", "requeue", "--waiting", "--all", ini]) == 2
    assert main(["jobs", "requeue", ini]) == 2


def test_migrate_creates_the_tables_and_then_has_nothing_to_do(
    databases: Databases,
    dialect: str,
    ini: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = databases.empty(dialect)
    monkeypatch.setenv("CONSENT_DATABASE_URL", url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    monkeypatch.setattr("consent_app.maintenance.migrate.start_logging", lambda ini, settings: None)
    assert main(["migrate", ini]) == 0
    assert capsys.readouterr().out == ""
    assert main(["migrate", ini]) == 0
    assert capsys.readouterr().out.startswith("Nothing to do")
    engine = create_engine(url)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM jobs")) == 0
    engine.dispose()


def test_keys_new_prints_a_key_that_the_settings_take(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", "new"]) == 0
    printed = capsys.readouterr().out
    assert len(parse_secret_keys(printed)) == 1


def test_a_missing_ini_file_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "nowhere.ini"]) == 2
    assert capsys.readouterr().err == "consent-app: There is no file nowhere.ini.\n"


def test_an_ini_file_of_another_application_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.ini"
    path.write_text("[something]\na = b\n")
    assert main(["migrate", str(path)]) == 2
    assert "no section [app:main]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[app:main]\nconsent.mail_from = 100%\n", "a value has a lone %"),
        ("nothing at all\n", "cannot be read"),
    ],
)
def test_a_broken_ini_file_is_one_line(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.ini"
    path.write_text(text)
    assert main(["migrate", "--ini", str(path)]) == 2
    printed = capsys.readouterr().err
    assert words in printed
    assert "Traceback" not in printed


def test_a_command_on_a_database_without_the_schema_is_one_line(
    ini: str,
    databases: Databases,
    dialect: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CONSENT_DATABASE_URL", databases.unmigrated(dialect))
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    assert main(["user", "end-sessions", "a@example.com", "--ini", ini]) == 2
    assert "Run `consent-app migrate`" in capsys.readouterr().err


def test_without_an_ini_file_the_rules_of_production_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["migrate"]) == 2
    assert "consent.smtp_url is not set. Production needs a mail server" in capsys.readouterr().err


def test_the_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("consent-app 0.")


def test_arguments_that_no_database_accepts_are_refused(
    isolated_app: Application, ini: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["jobs", "list", "--limit", str(10**20), ini]) == 2
    # How Python gives a program the byte FF.
    assert main(["workspace", "show", "\udcff", "--ini", ini]) == 2
    assert capsys.readouterr().err.endswith("consent-app: An argument is not valid UTF-8.\n")


def test_a_file_that_is_no_database_is_named_as_damaged(
    tmp_path: Path, ini: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "consent.sqlite").write_text("not a database" * 100)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("CONSENT_DATABASE_URL", f"sqlite:///{tmp_path}/consent.sqlite")
    for arguments in (["database", "status", "--ini", ini], ["workspace", "list", "--ini", ini]):
        assert main(arguments) == 2
        assert "is not an SQLite database, or is damaged." in capsys.readouterr().err
