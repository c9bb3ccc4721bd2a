"""Fixtures of these tests."""

from __future__ import annotations

import pytest
from webtest import TestApp

from consent_app import make_app
from tests.support.harness import make_application, make_settings


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> TestApp:
    """An application that never uses its database."""
    folder = tmp_path_factory.mktemp("reference")
    return TestApp(
        make_app(make_application(make_settings(f"sqlite:///{folder}/unused.sqlite", folder)))
    )
