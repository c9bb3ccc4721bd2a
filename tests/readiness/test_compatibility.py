"""A process whose keys or schema do not match the database refuses to serve."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application
from consent_app.cli import main
from consent_app.readiness.compatibility import (
    OLD_SCHEMA,
    KeysError,
    SchemaError,
    check_start,
)
from consent_app.settings import new_secret_key
from tests.support.databases import Databases
from tests.support.harness import make_application, make_settings
from tests.support.web_processes import WebProcess

Start = Callable[..., Application]


@pytest.fixture
def start(fresh_database_url: str, tmp_path: Path) -> Iterator[Start]:
    """The application with given keys on one database."""
    applications: list[Application] = []

    def started(*keys: str, url: str = fresh_database_url) -> Application:
        settings = make_settings(url, tmp_path, secret_keys=" ".join(keys))
        applications.append(make_application(settings))
        return applications[-1]

    yield started
    for item in applications:
        item.database.dispose()


def ready(application: Application, status: int) -> str:
    answer = TestApp(make_app(application)).get("/v1/health/ready", status=status).json
    return str(answer.get("detail", ""))


def test_keys_that_follow_one_another_fit(start: Start) -> None:
    first, second, third = (new_secret_key() for _ in range(3))
    check_start(start(first))
    check_start(start(first))
    check_start(start(first, f"+{second}"))
    check_start(start(second, first))
    check_start(start(second))
    check_start(start(second, f"+{third}"))
    ready(start(third, second), 200)


def test_other_keys_do_not_match_and_are_named_by_id_only(start: Start) -> None:
    used, other_key = new_secret_key(), new_secret_key()
    check_start(start(used))
    stranger = start(other_key)
    with pytest.raises(KeysError) as raised:
        check_start(stranger)
    assert used.partition(":")[0] in str(raised.value)
    for key in (used, other_key):
        assert key.partition(":")[2] not in str(raised.value)
    assert ready(stranger, 503) == "The secret keys do not match the database."
    # A refused start teaches the database nothing.
    with pytest.raises(KeysError):
        check_start(stranger)
    ready(start(used), 200)


def test_a_key_that_was_removed_after_a_rotation_does_not_fit(start: Start) -> None:
    first, second = (new_secret_key() for _ in range(2))
    check_start(start(first))
    check_start(start(first, f"+{second}"))
    # Nothing is encrypted with an added key: a process that does not have it yet may be restarted.
    check_start(start(first))
    check_start(start(second, first))
    # The order and the mark do not matter to reading: a promotion can be taken back.
    check_start(start(first, f"+{second}"))
    stranger = start(first)
    with pytest.raises(KeysError) as raised:
        check_start(stranger)
    assert f"lacks the key {second.partition(':')[0]}, " in str(raised.value)
    for key in (first, second):
        assert key.partition(":")[2] not in str(raised.value)
    assert ready(stranger, 503) == "The secret keys do not match the database."
    check_start(start(second))


def test_a_rotation_is_taken_back_by_reencrypting(
    start: Start, fresh_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (new_secret_key() for _ in range(2))
    check_start(start(first))
    check_start(start(second, first))
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    monkeypatch.setenv("CONSENT_DATABASE_URL", fresh_database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("CONSENT_SECRET_KEYS", f"{first} {second}")
    assert main(["keys", "reencrypt"]) == 0
    check_start(start(first))
    with pytest.raises(KeysError, match=f"lacks the key {first.partition(':')[0]}, "):
        check_start(start(second))


def test_another_key_of_the_same_id_does_not_fit(start: Start) -> None:
    used, other_key = new_secret_key(), new_secret_key()
    check_start(start(used))
    key_id = used.partition(":")[0]
    stranger = start(f"{key_id}:{other_key.partition(':')[2]}")
    with pytest.raises(
        KeysError, match=f"The key {key_id} in consent.secret_keys differs from the key"
    ):
        check_start(stranger)
    ready(stranger, 503)


def test_lost_keys_have_to_be_declared(
    start: Start,
    fresh_database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    check_start(start(new_secret_key()))
    new = new_secret_key()
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    monkeypatch.setenv("CONSENT_DATABASE_URL", fresh_database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    monkeypatch.setenv("CONSENT_SECRET_KEYS", new)
    assert main(["check"]) == 1
    assert "Wrong: consent.secret_keys has none of the keys" in capsys.readouterr().out
    assert main(["user", "list"]) == 2
    assert "consent.secret_keys has none of the keys" in capsys.readouterr().err
    assert main(["keys", "adopt", "--yes"]) == 0
    assert main(["check"]) == 0
    assert main(["user", "list"]) == 0
    check_start(start(new))


def test_a_database_without_the_schema_is_refused(
    start: Start, databases: Databases, dialect: str
) -> None:
    application = start(new_secret_key(), url=databases.unmigrated(dialect))
    with pytest.raises(SchemaError, match="Run `consent-app migrate`"):
        check_start(application)
    assert "consent-app migrate" in ready(application, 503)


@pytest.mark.parametrize("command", ["web", "worker"])
def test_each_process_reports_the_wrong_database_in_one_line(
    command: str, databases: Databases, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    keys = {"CONSENT_SECRET_KEYS": new_secret_key()}
    process = WebProcess(databases.unmigrated("sqlite"), tmp_path / "var", log, keys)
    process.start(command)
    assert process.process is not None
    try:
        assert process.process.wait(timeout=60) == 2
    except subprocess.TimeoutExpired:
        process.stop()
        raise
    assert log.read_text() == f"consent-app: {OLD_SCHEMA}\n"
