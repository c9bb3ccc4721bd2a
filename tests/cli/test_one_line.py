"""An operator's mistakes are reported in one line, never with a traceback."""

from __future__ import annotations

import importlib.util
import os
import pwd
import subprocess
import tempfile
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from consent_app.cli import main
from consent_app.db.engine import create_engine
from consent_app.settings import new_secret_key
from tests.support.databases import Databases
from tests.support.factories import unique
from tests.support.harness import SECRET_KEYS
from tests.support.web_processes import WebProcess

HEAD = "[app:main]\nuse = egg:consent-app\nconsent.environment = development\n"


def error_line(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that has to fail; return its line without the beginning."""
    assert main(list(arguments)) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("consent-app: ")
    return printed.err.removeprefix("consent-app: ").strip()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for ini files, and settings that are sound but for what a test changes."""
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path / "var"))
    monkeypatch.delenv("CONSENT_DATABASE_URL", raising=False)
    return tmp_path


def write(folder: Path, content: str) -> str:
    path = folder / "some.ini"
    path.write_text(content)
    return str(path)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("[app:main\nx", "cannot be read: line 1 is above the first section"),
        (
            # Quoted nowhere: the equals sign is missing.
            HEAD + "consent.stripe_secret_key the-password\n",
            "cannot be read: line 4 is not of the form NAME = VALUE.",
        ),
        (
            "CONSENT_SMTP_URL=smtps://user:the-password@mail.example\n",
            "cannot be read: line 1 is above the first section, such as [app:main].",
        ),
        ("[other]\nx = 1\n", "has no section [app:main]."),
        (HEAD + "consent.mail_from = a%b@example.com\n", "write %% instead. (consent.mail_from)"),
        (HEAD + "consent.database_url = mysql://x/y\n", "must begin with postgresql:// or sqlite"),
        (HEAD + "consent.geoip_database = /no/such.mmdb\n", "there is no file /no/such.mmdb."),
        (HEAD + "consent.geoip_database = /etc/hostname\n", "not a readable file of MaxMind's"),
        (HEAD + "consent.rate_limit_storage = memcached://x\n", "must begin with memory://, redi"),
        (HEAD + "consent.sigup = closed\n", "Did you mean consent.signup?"),
    ],
)
def test_a_file_or_setting_that_is_wrong(
    content: str, line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = error_line(capsys, "jobs", "list", write(folder, content))
    assert line in printed
    assert "the-password" not in printed


def test_a_folder_for_files_that_cannot_be_used(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Below a file, since nothing is forbidden to root.
    (folder / "file").touch()
    monkeypatch.setenv("CONSENT_VAR_DIR", str(folder / "file" / "var"))
    keys = write(folder, HEAD + f"consent.secret_keys = {new_secret_key()}\n")
    problem = f"consent.var_dir: the folder {folder}/file/var cannot be used: Not a directory."
    assert error_line(capsys, "jobs", "list", keys).startswith(problem)
    assert main(["check", "--ini", keys]) == 1
    assert f"Wrong: {problem}" in capsys.readouterr().out


def test_sections_of_logging_that_cannot_be_used(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ini = write(folder, HEAD + "[loggers]\nkeys = root\n")
    line = error_line(capsys, "migrate", ini)
    assert "its logging sections cannot be used (KeyError: 'formatters')." in line


def test_a_file_that_is_missing_or_no_text(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert error_line(capsys, "migrate", "--ini", "missing.ini") == "There is no file missing.ini."
    (folder / "binary.ini").write_bytes(b"\xff\xfe")
    assert "cannot be read" in error_line(capsys, "migrate", str(folder / "binary.ini"))


def test_a_file_that_may_not_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    # Not pytest's folder, which other users cannot enter: root reads every file.
    with tempfile.NamedTemporaryFile(suffix=".ini") as file:
        os.chmod(file.name, 0)
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)
        try:
            line = error_line(capsys, "jobs", "list", file.name)
        finally:
            os.seteuid(user)
        assert line == f"{file.name} cannot be read: Permission denied."


def test_a_folder_that_may_not_be_entered_names_the_user(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    user = os.geteuid()
    name = pwd.getpwuid(user or 65534).pw_name
    with tempfile.TemporaryDirectory() as closed, tempfile.TemporaryDirectory() as own:
        monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
        monkeypatch.setenv("CONSENT_VAR_DIR", own)
        monkeypatch.setenv("CONSENT_DATABASE_URL", f"sqlite:///{own}/none.sqlite")
        os.chmod(own, 0o777)
        os.chmod(closed, 0)
        if user == 0:
            os.seteuid(65534)
        try:
            line = error_line(capsys, "restore", f"{closed}/backup.sqlite", "--yes")
        finally:
            os.seteuid(user)
            os.chmod(closed, 0o700)
    end = f"/backup.sqlite: Permission denied. This command runs as the user {name}."
    assert line.endswith(end)


@pytest.mark.parametrize("command", [("restore", "--yes"), ("database", "import")])
def test_a_backup_that_may_not_be_read_names_both_users(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    user = os.geteuid()
    name, owner = (pwd.getpwuid(uid).pw_name for uid in (user or 65534, user))
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/consent.sqlite"
        if command[0] == "database":
            # It is not connected to before the file is read.
            url = "postgresql://127.0.0.1:1/consent"
        monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
        monkeypatch.setenv("CONSENT_VAR_DIR", f"{folder}/var")
        monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)
        monkeypatch.setenv("CONSENT_DATABASE_URL", url)
        os.chmod(folder, 0o777)
        file = Path(folder) / "backup.sqlite"
        file.touch(mode=0o600)
        file.chmod(0o600 if user == 0 else 0)
        if user == 0:
            os.setresuid(65534, 65534, 0)
        try:
            line = error_line(capsys, *command, str(file))
        finally:
            if user == 0:
                os.setresuid(0, 0, 0)
    mode, advice = "-rw-------", f"As root, run `chown {name} {file}`."
    if user:
        mode, advice = "----------", f"Run `chmod u+r {file}`."
    assert line == (
        f"{file} cannot be read by {name}, the user that this command runs as: it belongs to"
        f" {owner} with the permissions {mode}. {advice}"
    )


def test_redis_without_its_package(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *args: None if name == "redis" else find(name, *args),
    )
    content = HEAD + "consent.rate_limit_storage = redis://127.0.0.1:1/0\n"
    assert "needs the Python package redis" in error_line(
        capsys, "jobs", "list", write(folder, content)
    )


@pytest.mark.parametrize("command", [["web"], ["worker"], ["jobs", "list"]])
def test_an_sqlite_folder_that_is_missing(
    command: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{folder}/nowhere/consent.sqlite"
    ini = write(folder, HEAD + f"consent.database_url = {url}\n")
    if command[0] in ("web", "worker"):
        # These set up signals and logging: in a process of their own.
        process = WebProcess(url, folder / "var", folder / "log")
        process.start(command[0])
        assert process.process is not None
        assert process.process.wait(timeout=60) == 2
        line = (folder / "log").read_text()
        assert line.count("\n") == 1
    else:
        line = error_line(capsys, *command, ini)
    assert "its folder is missing or not writable" in line


@pytest.mark.parametrize(
    "command",
    [
        ["jobs", "list"],
        ["user", "end-sessions", "ada@example.com"],
        ["keys", "reencrypt"],
        ["workspace", "set-plan", "kiln", "demo"],
    ],
)
def test_a_database_that_was_not_migrated(
    command: list[str],
    folder: Path,
    databases: Databases,
    dialect: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    url = databases.unmigrated(dialect).replace("%", "%%")
    ini = write(folder, HEAD + f"consent.database_url = {url}\n")
    assert error_line(capsys, *command, "--ini", ini).endswith("Run `consent-app migrate`.")


@pytest.mark.parametrize("command", ["web", "worker"])
def test_several_processes_report_it_once(
    command: str, databases: Databases, dialect: str, tmp_path: Path
) -> None:
    process = WebProcess(databases.unmigrated(dialect), tmp_path / "var", tmp_path / "log")
    # Started like by an operator, in contrast to most tests.
    process.starts = subprocess.Popen
    process.environ = {"CONSENT_WORKERS": "3", "CONSENT_RATE_LIMIT_STORAGE": "memory://"}
    process.start(command)
    assert process.process is not None
    assert process.process.wait(timeout=120) == 2
    log = (tmp_path / "log").read_text()
    assert log.count("Run `consent-app migrate`.") == 1, log


def test_a_role_without_rights(
    folder: Path, databases: Databases, capsys: pytest.CaptureFixture[str]
) -> None:
    if not databases.has("postgresql"):
        pytest.skip("PostgreSQL was not found: see CONTRIBUTING.md")
    owner, role = databases.fresh("postgresql"), unique("poor")
    engine = create_engine(owner)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE ROLE {role} LOGIN"))
    try:
        url = make_url(owner).set(username=role).render_as_string(hide_password=False)
        ini = write(folder, HEAD + f"consent.database_url = {url.replace('%', '%%')}\n")
        line = error_line(capsys, "jobs", "list", ini)
        lacking = "permission denied for table alembic_version."
        assert line == f"The database role lacks a privilege: {lacking}"
        assert main(["check", "--ini", ini]) == 1
        assert "The database role lacks a privilege" in capsys.readouterr().out
    finally:
        with engine.begin() as connection:
            connection.execute(text(f"DROP ROLE {role}"))
        engine.dispose()


def test_check_reports_all_that_is_wrong_with_where_each_value_came_from(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = folder / "smtp"
    secret.write_text("smtps://user:the-password@mail.example\n")
    monkeypatch.setenv("CONSENT_SMTP_URL_FILE", str(secret))
    monkeypatch.setenv("CONSENT_THREADS", "24")
    content = HEAD + (
        "consent.demo_days = soon\nconsent.signup = sometimes\nconsent.access_log = off\n"
        f"consent.database_url = sqlite:///{folder}/nowhere/consent.sqlite\n"
    )
    assert main(["check", "--ini", write(folder, content)]) == 1
    printed = capsys.readouterr().out
    lines = {line.split()[0]: line for line in printed.splitlines() if line.startswith("  ")}
    assert lines["threads"].split()[1:] == ["24", "(CONSENT_THREADS)"]
    assert lines["smtp_url"].split()[1:] == ["(secret)", "(CONSENT_SMTP_URL_FILE)"]
    assert lines["access_log"].split()[1:] == ["off", "(INI", "file)"]
    assert lines["worker_threads"].split()[1:] == ["4", "(default)"]
    assert "the-password" not in printed
    for wrong in ("demo_days must be a whole number", "signup must be one of", "SQLite file"):
        assert wrong in printed
    assert printed.endswith("3 to fix.\n")
