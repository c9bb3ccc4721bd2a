"""Fixtures of these tests."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Panel, make_panel
from tests.support.harness import Harness
from tests.support.members import join
from tests.support.operator_context import ctx

__all__ = ["ctx"]


@pytest.fixture
def owners(harness: Harness, app: TestApp, application: Application) -> tuple[Panel, Panel]:
    first = make_panel(app, application.now())
    return first, join(harness, first, "owner")
