"""PostgreSQL is brought back to a second before a mistake, as docs/self-hosting.md says."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import func, select

from benchmarks.rows import row_values
from consent_app.application import utc_now
from consent_app.db.session import Database
from consent_app.db.shard_commit import Committer
from consent_app.migrations import migrate
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.postgres_writers import receipt_writer
from consent_app.receipts.writers import Outcome, PendingReceipt
from tests.support import postgres
from tests.support.postgres import PostgresServer
from tests.support.receipt_rows import add_site


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    server = postgres.start()
    if server is None:
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    yield server
    server.stop()


Receipts = Committer[PendingReceipt, Outcome]


def row() -> dict[str, Any]:
    names = [str(column.name) for column in consent_receipts.columns]
    return dict(zip(names, row_values(native=True), strict=True))


def record(receipts: Receipts, count: int) -> None:
    for _ in range(count):
        assert receipts.write(PendingReceipt.of(row(), None, utc_now())) is Outcome.RECORDED


def receipt_count(database: Database) -> int:
    with database.session(read_only=True) as session:
        return session.scalar(select(func.count()).select_from(consent_receipts)) or 0


def test_a_mistake_is_undone_to_the_second(server: PostgresServer) -> None:
    archive = server.folder / "archive"
    server.archive_into(archive)
    migrate.upgrade(server.url)
    database = Database(server.url)
    add_site(database, row())
    receipts = receipt_writer(database)
    record(receipts, 20)
    backup = server.base_backup()
    if backup is None:
        pytest.skip("pg_basebackup was not found: apt-get install postgresql-client")
    record(receipts, 30)
    with database.engine.connect() as connection:
        instant = connection.exec_driver_sql("SELECT now()").scalar_one()
    time.sleep(1)
    with database.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM consent_receipts")
    assert receipt_count(database) == 0
    record(receipts, 1)
    with database.engine.connect() as connection:
        # What is not full yet is not archived yet: an operator waits for archive_timeout.
        connection.exec_driver_sql("SELECT pg_switch_wal()")
    database.dispose()
    server.pause()
    backup.recover(archive, str(instant))
    try:
        recovered = Database(backup.url)
        assert receipt_count(recovered) == 50
        # It takes writes again, and another backup may begin from it.
        record(receipt_writer(recovered), 1)
        assert receipt_count(recovered) == 51
        recovered.dispose()
    finally:
        backup.stop()
