"""Fixtures of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from consent_app.application import Application
from tests.support.harness import MovableClock, make_application, make_settings


@pytest.fixture
def clock() -> MovableClock:
    """A clock that moves only when a test moves it."""
    clock = MovableClock()
    # Both databases return whole seconds unchanged.
    clock.freeze(datetime.fromisoformat("2030-01-02T03:04:05Z"))
    return clock


@pytest.fixture
def isolated_app(
    fresh_database_url: str, tmp_path: Path, clock: MovableClock
) -> Iterator[Application]:
    """An application with its own database, which contains no jobs of other tests."""
    application = make_application(make_settings(fresh_database_url, tmp_path))
    application.clock = clock
    yield application
    application.database.dispose()
