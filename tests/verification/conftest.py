"""An internet of one's own on loopback."""

from collections.abc import Iterator

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.verification.verifier import Verifier
from tests.factories import Panel, make_panel
from tests.support.internet import Internet, led_into
from tests.support.sites import internet, root
from tests.verification.checking import Job
from tests.worlds import World

__all__ = ["internet", "root"]


@pytest.fixture
def verifier(world: World, internet: Internet) -> Iterator[Verifier]:
    """The application's verifier, led into this machine's internet."""
    with led_into(internet, world.wsgi) as verifier:
        yield verifier


@pytest.fixture
def panel(app: TestApp, application: Application, verifier: Verifier) -> Panel:
    return make_panel(app, application.now())


@pytest.fixture
def job(world: World, verifier: Verifier) -> Job:
    return Job(world)
