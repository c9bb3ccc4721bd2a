"""Fixtures of these tests."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Panel, make_panel
from tests.support.harness import Harness
from tests.support.members import verify_address


@pytest.fixture
def owner(harness: Harness, app: TestApp, application: Application) -> Panel:
    return verify_address(harness, make_panel(app, application.now()))
