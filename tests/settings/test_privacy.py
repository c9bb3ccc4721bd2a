"""Only the service's own user can read what it writes."""

from __future__ import annotations

import http.client
import json
import os
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from consent_app.settings.privacy import private_database, private_folder
from tests.support.factories import PASSWORD, unique
from tests.support.harness import make_settings
from tests.support.live_server import start_live_server
from tests.support.processes import end_with_parent
from tests.support.warm_process import run_warm


def modes(folder: Path) -> dict[str, str]:
    """Return the permissions of everything below a folder, itself included."""
    return {
        str(path.relative_to(folder.parent)): oct(stat.S_IMODE(path.lstat().st_mode))
        for path in (folder, *folder.rglob("*"))
    }


@pytest.fixture
def open_umask() -> object:
    """What most systems begin with."""
    former = os.umask(0o022)
    yield
    os.umask(former)


@pytest.mark.usefixtures("open_umask")
def test_databases_mails_and_keys_are_the_services_own(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    url = f"sqlite:///{folder}/consent.sqlite"
    server = start_live_server(project, url, folder, tmp_path / "log", CONSENT_SECRET_KEYS="")
    try:
        email = f"{unique('ada')}@example.com"
        connection = http.client.HTTPConnection("localhost", server.port, timeout=20)
        body = json.dumps({"email": email, "password": PASSWORD})
        headers = {"Content-Type": "application/json"}
        connection.request("POST", "/v1/auth/register", body, headers)
        assert connection.getresponse().status == 201
        connection.close()
        deadline = time.monotonic() + 20
        while not list((folder / "mail").glob("*.eml")):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        result = modes(folder)
    finally:
        server.stop()
    names = {Path(name).name for name in result}
    assert {"var", "consent.sqlite", "consent.sqlite-wal", "secret_keys", "mail"} <= names
    for name, mode in result.items():
        expected = "0o700" if Path(name).name in ("var", "mail") else "0o600"
        assert mode == expected, name


@pytest.mark.usefixtures("open_umask")
def test_an_export_is_the_operators_own(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "var"
    environ = os.environ | {
        "CONSENT_DATABASE_URL": f"sqlite:///{folder}/consent.sqlite",
        "CONSENT_VAR_DIR": str(folder),
    }

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        # One of them is started like by an operator.
        start = subprocess.run if arguments[0] == "migrate" else run_warm
        return start(
            [sys.executable, "-m", "consent_app.cli", *arguments],
            cwd=project,
            env=environ,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
            preexec_fn=end_with_parent,
        )

    ini = ("--ini", "development.ini")
    run("migrate", *ini)
    owner = f"{unique('owner')}@example.com"
    completed = run("user", "create-owner", owner, "--new-workspace", "Works", "--print-link", *ini)
    slug = completed.stdout.split("\t")[0]
    run("receipts", "export", "--workspace", slug, "-o", str(tmp_path / "receipts.ndjson"), *ini)
    assert oct(stat.S_IMODE((tmp_path / "receipts.ndjson").stat().st_mode)) == "0o600"
    assert set(modes(folder).values()) <= {"0o700", "0o600"}


def test_existing_database_files_lose_access_for_others(tmp_path: Path) -> None:
    file = tmp_path / "consent.sqlite"
    for name in ("consent.sqlite", "consent.sqlite-wal", "consent.sqlite-shm"):
        (tmp_path / name).touch(mode=0o644)
    tmp_path.chmod(0o2755)
    private_folder(tmp_path)
    private_database(f"sqlite:///{file}?timeout=5")
    assert oct(stat.S_IMODE(tmp_path.stat().st_mode)) == "0o2700"
    assert {oct(stat.S_IMODE(path.stat().st_mode)) for path in tmp_path.iterdir()} == {"0o600"}
    for url in ("sqlite://", "sqlite:///:memory:", "postgresql:///x"):
        private_database(url)


def test_this_process_keeps_its_locks_on_a_database_that_it_has_open(tmp_path: Path) -> None:
    file = tmp_path / "consent.sqlite"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute("CREATE TABLE numbers (number)")
        file.chmod(0o644)
        private_database(f"sqlite:///{file}")
        # Without the locks, another process takes itself for the last, and deletes the log.
        read_elsewhere(file)
        connection.execute("INSERT INTO numbers VALUES (1)")
        assert read_elsewhere(file) == "[(1,)]\n"


def read_elsewhere(file: Path) -> str:
    """Read the table in another process."""
    program = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1]);"
        "print(connection.execute('SELECT * FROM numbers').fetchall()); connection.close()"
    )
    command = [sys.executable, "-c", program, str(file)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_what_the_service_did_not_write_stays_as_it_is(tmp_path: Path) -> None:
    """A database URL or a folder given by mistake, such as ``/etc/passwd`` and ``/tmp``."""
    shared = tmp_path / "shared"
    shared.mkdir()
    file = shared / "passwd"
    file.write_text("root:x:0:0")
    for path, mode in ((shared, 0o755), (file, 0o644), (tmp_path, 0o755)):
        path.chmod(mode)
    before = modes(tmp_path)
    private_database(f"sqlite:///{file}")
    private_database(f"sqlite:///{shared}")
    private_database(f"sqlite:///{shared}/missing")
    private_folder(shared)
    # Not even after the service wrote its own files there.
    (shared / "secret_keys").touch(mode=0o600)
    private_folder(shared)
    (shared / "secret_keys").unlink()
    assert modes(tmp_path) == before


def test_production_needs_a_mail_server(tmp_path: Path) -> None:
    origins = {
        "public_origin": "https://consent.example",
        "workspace_origin": "https://{slug}.consent.example",
    }
    with pytest.raises(ValueError, match="smtp_url is not set"):
        make_settings("sqlite://", tmp_path, environment="production", smtp_url="", **origins)
