"""Fixtures of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from consent_app.application import Application
from tests.support.harness import make_application, make_settings


@pytest.fixture
def isolated_app(fresh_database_url: str, tmp_path: Path) -> Iterator[Application]:
    """An application with its own database, which contains no mails of other tests."""
    application = make_application(make_settings(fresh_database_url, tmp_path))
    yield application
    application.database.dispose()
