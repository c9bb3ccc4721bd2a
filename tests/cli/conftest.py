"""Fixtures of the tests of commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from consent_app.application import Application
from tests.support.harness import make_application, make_settings


@pytest.fixture
def ini(tmp_path: Path) -> str:
    """An ini file that says only what the service is; the rest comes by the environment."""
    path = tmp_path / "some.ini"
    path.write_text("[app:main]\nuse = egg:consent-app\nconsent.environment = development\n")
    return str(path)


@pytest.fixture
def isolated_app(
    fresh_database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Application]:
    """An application with its own database, which the commands find through the environment."""
    monkeypatch.setenv("CONSENT_DATABASE_URL", fresh_database_url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path))
    application = make_application(make_settings(fresh_database_url, tmp_path))
    yield application
    application.database.dispose()
