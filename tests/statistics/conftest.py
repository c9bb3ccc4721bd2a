"""A site on its first day of statistics."""

from __future__ import annotations

import pytest
from sqlalchemy import update
from webtest import TestApp

from consent_app.application import Application
from consent_app.statistics.models import hourly_counts_until
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import MovableClock
from tests.support.statistics import START


@pytest.fixture
def site(app: TestApp, application: Application, clock: MovableClock) -> Site:
    clock.freeze(START)
    # Other tests, whose clocks are ahead, may have counted beyond that instant already.
    with application.database.transaction() as session:
        session.execute(update(hourly_counts_until).values(until=START))
    return make_site(make_panel(app, clock()))
