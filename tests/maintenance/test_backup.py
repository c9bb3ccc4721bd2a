"""Backups that were put back: SQLite by our commands, PostgreSQL by its own."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application, utc_now
from consent_app.cli import main
from consent_app.cli.output import Progress
from tests.support import postgres
from tests.support.databases import Databases
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import SECRET_KEYS, make_application, make_settings

Start = Callable[[str], tuple[Application, TestApp]]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Start:
    """The application on a database that the commands find too."""

    def started(url: str) -> tuple[Application, TestApp]:
        monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
        monkeypatch.setenv("CONSENT_DATABASE_URL", url)
        monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path / "var"))
        monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)
        application = make_application(make_settings(url, tmp_path / "var"))
        app = TestApp(make_app(application))
        app.application = application
        app.extra_environ["REMOTE_ADDR"] = "2001:db8:8::1"
        return application, app

    return started


def decided(site: Site, app: TestApp) -> list[str]:
    site.panel.app = app
    return [receipt["id"] for receipt in site.receipts()]


def test_sqlite_is_copied_under_writers_and_put_back(
    databases: Databases,
    start: Start,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = databases.fresh("sqlite")
    file, copy = Path(make_url(url).database or ""), tmp_path / "copy.sqlite"
    application, app = start(url)
    site = make_site(make_panel(app, application.now()))
    stored = site.decide().json["id"]
    finished = threading.Event()

    def write() -> None:
        while not finished.is_set():
            site.decide()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        assert main(["backup", str(copy)]) == 0
    finally:
        finished.set()
        writer.join()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    last = site.decide().json["id"]
    assert main(["backup", str(copy)]) == 2
    assert "already exists" in capsys.readouterr().err

    # Not while anything has it open.
    assert main(["restore", str(copy), "--yes"]) == 2
    assert "is in use" in capsys.readouterr().err
    application.database.dispose()
    before = utc_now()
    assert main(["restore", str(copy), "--yes"]) == 0
    (former,) = file.parent.glob(f"{file.name}.before-*")
    assert former.name >= f"{file.name}.before-{before:%Y%m%dT%H%M%SZ}"
    with closing(sqlite3.connect(former)) as database:
        ids = {str(row[0]) for row in database.execute("SELECT id FROM consent_receipts")}
    assert last.replace("-", "") in ids or last in ids
    application, app = start(url)
    result = decided(site, app)
    assert stored in result
    assert last not in result
    application.database.dispose()


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_streams_are_refused(
    command: str,
    start: Start,
    databases: Databases,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    start(databases.fresh("sqlite"))
    monkeypatch.chdir(tmp_path)
    assert main([command, "-"]) == 2
    assert "standard input and output cannot be one" in capsys.readouterr().err
    assert not (tmp_path / "-").exists()


def test_a_file_that_is_not_a_backup_is_refused_and_changes_nothing(
    databases: Databases, start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = databases.fresh("sqlite")
    application, _ = start(url)
    application.database.dispose()
    before = Path(make_url(url).database or "").read_bytes()
    (tmp_path / "text").write_text("no database" * 100)
    sqlite3.connect(tmp_path / "empty").close()
    for name in ("text", "empty", "missing"):
        # Without --yes too: nobody is asked about a file that cannot be put back.
        for options in (["--yes"], []):
            assert main(["restore", str(tmp_path / name), *options]) == 2
            assert name in capsys.readouterr().err
    assert Path(make_url(url).database or "").read_bytes() == before


def test_postgresql_is_dumped_and_restored_as_the_guide_says(
    databases: Databases, start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    url, empty_url = databases.fresh("postgresql"), databases.empty("postgresql")
    application, app = start(url)
    assert main(["backup", str(tmp_path / "copy")]) == 2
    assert "pg_dump" in capsys.readouterr().err
    site = make_site(make_panel(app, application.now()))
    ids = [site.decide().json["id"] for _ in range(3)]
    application.database.dispose()
    programs = postgres._newest_of_debian()
    path = os.environ["PATH"] + (f":{programs}" if programs else "")
    dump, restore = (shutil.which(name, path=path) for name in ("pg_dump", "pg_restore"))
    assert dump, "It comes with the server."
    assert restore, "It comes with the server."
    with (tmp_path / "dump").open("wb") as file:
        subprocess.run([dump, "--format=custom", url], stdout=file, check=True)
    with (tmp_path / "dump").open("rb") as file:
        subprocess.run(
            [restore, "--exit-on-error", f"--dbname={empty_url}"], stdin=file, check=True
        )
    application, app = start(empty_url)
    assert main(["database", "status"]) == 0
    assert sorted(decided(site, app)) == sorted(ids)
    application.database.dispose()


def test_a_backup_without_room_is_one_line_and_leaves_nothing(
    databases: Databases, tmp_path: Path
) -> None:
    target = tmp_path / "copy.sqlite"
    settings = {
        "CONSENT_ENVIRONMENT": "development",
        "CONSENT_DATABASE_URL": databases.fresh("sqlite"),
        "CONSENT_VAR_DIR": str(tmp_path / "var"),
    }
    ended = subprocess.run(
        [sys.executable, "-m", "consent_app.cli", "backup", str(target)],
        env=os.environ | settings,
        # As a full disk does, this lets a file grow no further.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536)),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 2
    assert f" cannot be copied to {target}: " in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert not target.exists()


def test_a_backup_that_is_ended_leaves_no_file(
    databases: Databases, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(databases.fresh("sqlite"))
    file = tmp_path / "backup.sqlite"
    monkeypatch.setattr(Progress, "show", lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    with pytest.raises(SystemExit) as ended:
        main(["backup", str(file)])
    assert ended.value.code == 128 + signal.SIGTERM
    assert not file.exists()


def test_a_restore_that_is_ended_leaves_no_file(
    databases: Databases, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = databases.fresh("sqlite")
    application, _ = start(url)
    application.database.dispose()
    database, backup = Path(make_url(url).database or ""), tmp_path / "backup.sqlite"
    assert main(["backup", str(backup)]) == 0
    monkeypatch.setattr(Progress, "show", lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    with pytest.raises(SystemExit) as ended:
        main(["restore", "--yes", str(backup)])
    assert ended.value.code == 128 + signal.SIGTERM
    assert not list(database.parent.glob(f".{database.name}*"))
    assert not list(database.parent.glob(f"{database.name}.before-*"))
