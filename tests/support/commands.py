"""Running operators' commands: on the application under test, and on one with its own database."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from consent_app.application import Application
from consent_app.cli import main
from tests.support.harness import SECRET_KEYS, Harness

Run = Callable[..., str]


class Terminal(io.StringIO):
    """The standard input of somebody who types the text."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def ini(tmp_path: Path) -> str:
    """An ini file that says only what the service is; the rest comes by the environment."""
    return write_ini(tmp_path)


@pytest.fixture
def isolated_app(isolated_app: Application, monkeypatch: pytest.MonkeyPatch) -> Application:
    """An application with its own database, which the commands find through the environment."""
    monkeypatch.setenv("CONSENT_DATABASE_URL", isolated_app.settings.database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(isolated_app.settings.var_dir))
    return isolated_app


@pytest.fixture
def run(
    harness: Harness,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Run a command on the application's database; return what it printed."""
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    lead_to(harness.application, monkeypatch)

    def ran(*arguments: str, status: int = 0) -> str:
        assert main(list(arguments)) == status, capsys.readouterr().err
        printed = capsys.readouterr()
        return printed.out if status == 0 else printed.out + printed.err

    return ran


def write_ini(folder: Path) -> str:
    path = folder / "some.ini"
    path.write_text("[app:main]\nuse = egg:consent-app\nconsent.environment = development\n")
    return str(path)


def lead_to(application: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have commands of this process use the application's database, files and keys."""
    monkeypatch.setenv("CONSENT_DATABASE_URL", application.settings.database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(application.settings.var_dir))
    monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)


def read(run: Run, *arguments: str, status: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", status=status))
