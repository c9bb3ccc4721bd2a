"""A simulated internet on loopback."""

from collections.abc import Iterator

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.verification.verifier import Verifier
from tests.support.checked_domains import Job
from tests.support.factories import Panel, make_panel
from tests.support.harness import Harness
from tests.support.internet import Internet, led_into
from tests.support.sites import internet, root

__all__ = ["internet", "root"]


@pytest.fixture
def verifier(harness: Harness, internet: Internet) -> Iterator[Verifier]:
    """The application's verifier, connected to the simulated internet."""
    with led_into(internet, harness.wsgi) as verifier:
        yield verifier


@pytest.fixture
def panel(app: TestApp, application: Application, verifier: Verifier) -> Panel:
    return make_panel(app, application.now())


@pytest.fixture
def job(harness: Harness, verifier: Verifier) -> Job:
    return Job(harness)
