"""Fixtures of these tests."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import MovableClock


@pytest.fixture
def site(app: TestApp, application: Application, clock: MovableClock) -> Site:
    return make_site(make_panel(app, clock()))
