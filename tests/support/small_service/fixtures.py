"""The small application that traps.yaml describes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text
from webtest import TestApp

from consent_app.application import Application
from tests.support.small_service.site import make_application, make_site


@pytest.fixture(scope="session")
def site_runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    application = make_application(tmp_path_factory.mktemp("site"))
    with application.database.transaction() as session:
        session.execute(text("CREATE TABLE notes (words TEXT NOT NULL)"))
    yield application
    application.database.dispose()


@pytest.fixture(scope="session")
def site(site_runtime: Application) -> TestApp:
    return TestApp(make_site(site_runtime))
