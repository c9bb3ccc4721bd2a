"""Fixtures of these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from tests.support import postgres
from tests.support.databases import Databases


@pytest.fixture
def url(databases: Databases) -> str:
    """A database on PostgreSQL."""
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    return databases.shared("postgresql")


@pytest.fixture
def engines() -> Iterator[list[Engine]]:
    """Engines that are disposed of after the test."""
    engines: list[Engine] = []
    yield engines
    for engine in engines:
        engine.dispose()
