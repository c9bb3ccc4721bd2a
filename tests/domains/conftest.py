"""A person with a workspace."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Panel, make_panel


@pytest.fixture
def panel(app: TestApp, application: Application) -> Panel:
    return make_panel(app, application.now())
