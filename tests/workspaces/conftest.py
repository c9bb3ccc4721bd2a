"""Fixtures of these tests."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.factories import Panel, make_panel
from tests.people import join
from tests.worlds import World


@pytest.fixture
def owners(world: World, app: TestApp, application: Application) -> tuple[Panel, Panel]:
    first = make_panel(app, application.now())
    return first, join(world, first, "owner")
