"""Fixtures of these tests."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Panel, Site, make_panel, make_site, unique


@pytest.fixture
def path(panel: Panel) -> str:
    domain = panel.post("/v1/domains", {"hostname": f"{unique('shop')}.com"}, status=201).json
    return f"/v1/domains/{domain['id']}/banner"


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    return make_site(make_panel(app, application.now()), region="US-CA")
