"""Commands on the application under test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.harness import SECRET_KEYS, Harness


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
