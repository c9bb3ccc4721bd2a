"""Fixtures for the rooms that visit customers' sites."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.factories import unique
from tests.support.internet import Internet, running


@pytest.fixture(scope="module")
def internet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Internet]:
    with running(tmp_path_factory.mktemp("internet")) as started:
        yield started


@pytest.fixture
def root() -> str:
    """A registrable domain that no other test uses."""
    return f"{unique()}.com"
