"""Fixtures of the clients' tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.application import utc_now
from tests.support import typescript
from tests.support.factories import Panel, make_panel
from tests.support.live_server import LiveServer, LiveServers
from tests.support.npm import MissingPackagesError


@pytest.fixture(scope="package")
def live(live_servers: LiveServers) -> LiveServer:
    """The running service, on SQLite: clients do not see the database."""
    return live_servers.of("sqlite")


@pytest.fixture
def panel(live: LiveServer) -> Panel:
    """A person signed in to a workspace of the running service."""
    return make_panel(live.harness.client(), utc_now())


@pytest.fixture(scope="package")
def node_project() -> Path:
    """A project with the TypeScript client installed. Skips the test if it cannot be installed."""
    try:
        return typescript.user_project()
    except MissingPackagesError as error:
        pytest.skip(str(error))
