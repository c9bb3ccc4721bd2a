"""What the database refuses, and connections that break, under the writer of receipts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import orjson
import psycopg2
import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from benchmarks.rows import row_values
from consent_app.db.session import Database
from consent_app.receipts.cluster_writer import ClusterWriter, receipt_writer
from consent_app.receipts.models import consent_receipts
from consent_app.receipts.writers import (
    Outcome,
    PendingReceipt,
    PostgresWriter,
    SqliteWriter,
    Writer,
)
from tests.support.databases import CLUSTER
from tests.support.receipt_rows import add_site

RECORDED, KEY_USED = Outcome.RECORDED, Outcome.KEY_USED
pytestmark = pytest.mark.cluster
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def entry(key: UUID | None = None, **changes: Any) -> PendingReceipt:
    names = [str(column.name) for column in consent_receipts.columns]
    values: dict[str, Any] = dict(zip(names, row_values(), strict=True)) | changes
    for name in ("workspace_id", "id", "domain_id"):
        values[name] = UUID(str(values[name]))
    return PendingReceipt.of(values, key, NOW)


def kept(database: Database) -> int:
    with database.session(read_only=True) as session:
        return session.scalar(select(func.count()).select_from(consent_receipts)) or 0


@pytest.fixture
def database(fresh_database_url: str) -> Any:
    database = Database(fresh_database_url)
    add_site(database, entry().values)
    yield database
    database.dispose()


def test_a_refused_row_does_not_fail_its_neighbours(database: Database) -> None:
    receipts = receipt_writer(database)
    bad = entry(regime="no regime is as long as this")
    bad = bad._replace(values={**bad.values, "hostname": None}, json=_without_hostname(bad))
    entries = [entry() for _ in range(20)]
    entries[7] = bad

    def tried(receipt: PendingReceipt) -> Outcome | None:
        try:
            return receipts.write(receipt)
        except DBAPIError:
            return None

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(tried, entries))
    assert answers == [RECORDED] * 7 + [None] + [RECORDED] * 12
    assert kept(database) == 19


def _without_hostname(bad: PendingReceipt) -> bytes:
    return orjson.dumps(orjson.loads(bad.json) | {"hostname": None})


def writer_of(database: Database, dialect: str) -> Writer:
    if dialect == "sqlite":
        return SqliteWriter(database.engine)
    if dialect == CLUSTER:
        return ClusterWriter(database.engine)
    return PostgresWriter(database.engine)


def test_one_key_in_one_group_is_one_receipt(dialect: str, database: Database) -> None:
    writer = writer_of(database, dialect)
    key, other = uuid4(), uuid4()
    entries = [entry(key) for _ in range(6)] + [entry(other)] + [entry() for _ in range(3)]
    written = writer.write(entries)
    assert list(written) == [RECORDED] + [KEY_USED] * 5 + [RECORDED] * 4
    assert list(writer.write([entry(key)])) == [KEY_USED]
    assert kept(database) == 5


def test_a_broken_connection_is_replaced_without_duplicate_writes(
    dialect: str, database: Database
) -> None:
    if dialect == "sqlite":
        # There is no connection to break: it is a file.
        return
    writer = writer_of(database, dialect)
    assert writer.write([entry()]) == [RECORDED]
    with database.engine.begin() as other:
        other.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )
        )
    assert writer.write([entry(), entry(uuid4())]) == [RECORDED, RECORDED]
    assert kept(database) == 3


def test_receipts_of_a_deleted_domain_are_not_written(dialect: str, database: Database) -> None:
    orphan = entry(domain_id=uuid4())
    writer = writer_of(database, dialect)
    assert writer.write([entry(), orphan]) == [RECORDED, Outcome.DOMAIN_DELETED]
    assert kept(database) == 1


class Vague:
    """A cursor of a connection that its server has left: seen when one is stopped at once."""

    def execute(self, *statement: object) -> None:
        raise psycopg2.DatabaseError("error with status PGRES_TUPLES_OK and no message")


def test_an_error_of_no_class_is_a_broken_connection(dialect: str, database: Database) -> None:
    if dialect != "postgresql":
        # On a cluster no connection is kept.
        return
    writer = PostgresWriter(database.engine)
    assert writer.write([entry()]) == [RECORDED]
    writer._cursor = Vague()
    assert writer.write([entry(), entry(uuid4())]) == [RECORDED, RECORDED]
    assert kept(database) == 3


def test_the_same_ids_again_are_there_once(dialect: str, database: Database) -> None:
    if dialect == "sqlite":
        return
    writer = writer_of(database, dialect)
    entries = [entry(), entry(uuid4())]
    assert writer.write(entries) == [RECORDED, RECORDED]
    # As after a commit whose answer was lost: the one with a key is found by it.
    assert writer.write(entries) == [RECORDED, KEY_USED]
    assert kept(database) == 2
