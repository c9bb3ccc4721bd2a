"""Operator commands on the application under test."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from consent_app.cli import main
from tests.support.harness import SECRET_KEYS, Harness

Run = Callable[..., str]


@pytest.fixture
def ini(tmp_path: Path, harness: Harness, monkeypatch: pytest.MonkeyPatch) -> str:
    """An ini file whose settings are those of the application under test."""
    settings = harness.application.settings
    monkeypatch.setenv("CONSENT_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(settings.var_dir))
    monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)
    path = tmp_path / "some.ini"
    path.write_text("[app:main]\nuse = egg:consent-app\nconsent.environment = development\n")
    return str(path)


@pytest.fixture
def run(
    harness: Harness,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """Run a command on the application's database; return what it printed."""
    settings = harness.application.settings
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    monkeypatch.setenv("CONSENT_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(settings.var_dir))
    monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)

    def ran(*arguments: str, status: int = 0) -> str:
        assert main(list(arguments)) == status, capsys.readouterr().err
        printed = capsys.readouterr()
        return printed.out if status == 0 else printed.out + printed.err

    return ran


def read(run: Run, *arguments: str, status: int = 0) -> Any:
    return json.loads(run(*arguments, "--json", status=status))
