"""A site with receipts to export."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.exports import NOTHING
from tests.support.factories import Site, make_panel, make_site


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    site = make_site(make_panel(app, application.now()), region="EU")
    for number in range(5):
        site.decide(headers={"User-Agent": f'=HYPERLINK("x") \'{number}\', "quoted"'})
    site.decide(action="reject_all", **NOTHING)
    return site
