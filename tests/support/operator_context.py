"""The context of an operator's command, for tests of the use cases behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from consent_app.application import Application
from consent_app.context import Context


@pytest.fixture
def ctx(application: Application) -> Iterator[Context]:
    """The context of a command. What a test changes is rolled back."""
    with application.database.transaction() as session:
        yield Context.of_operator(application).with_session(session)
        session.rollback()
