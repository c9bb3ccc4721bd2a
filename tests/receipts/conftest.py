"""A database with a site to write receipts for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from consent_app.db.session import Database
from tests.support.receipt_rows import add_site
from tests.support.receipt_writers import pending_receipt


@pytest.fixture
def database(fresh_database_url: str) -> Iterator[Database]:
    """A separate database with one site."""
    database = Database(fresh_database_url)
    add_site(database, pending_receipt().values)
    yield database
    database.dispose()
