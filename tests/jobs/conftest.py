"""Fixtures of these tests."""

from __future__ import annotations

from datetime import datetime

import pytest

from consent_app.application import Application
from tests.support.harness import MovableClock


@pytest.fixture
def clock() -> MovableClock:
    """A clock that moves only when a test moves it."""
    clock = MovableClock()
    # Both databases return whole seconds unchanged.
    clock.freeze(datetime.fromisoformat("2030-01-02T03:04:05Z"))
    return clock


@pytest.fixture
def isolated_app(isolated_app: Application, clock: MovableClock) -> Application:
    """An application with its own database and this clock."""
    isolated_app.clock = clock
    return isolated_app
