"""Fixtures of these tests."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.factories import Panel, make_panel
from tests.people import confirm
from tests.worlds import World


@pytest.fixture
def owner(world: World, app: TestApp, application: Application) -> Panel:
    return confirm(world, make_panel(app, application.now()))


@pytest.fixture
def panel(app: TestApp, application: Application) -> Panel:
    return make_panel(app, application.now())
