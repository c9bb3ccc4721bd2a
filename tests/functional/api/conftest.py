"""The small application of traps.yaml."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import text
from webtest import TestApp

from consent_app.runtime import Runtime
from tests.functional.api.site import make_runtime, make_site


@pytest.fixture(scope="session")
def site_runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runtime]:
    runtime = make_runtime(tmp_path_factory.mktemp("site"))
    with runtime.database.transaction() as session:
        session.execute(text("CREATE TABLE notes (words TEXT NOT NULL)"))
    yield runtime
    runtime.database.dispose()


@pytest.fixture(scope="session")
def site(site_runtime: Runtime) -> TestApp:
    return TestApp(make_site(site_runtime))
