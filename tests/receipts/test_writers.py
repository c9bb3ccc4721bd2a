"""What the database refuses, and what was written before, under each writer of receipts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import orjson
import pytest
from sqlalchemy.exc import DBAPIError

from consent_app.db.session import Database
from consent_app.receipts.postgres_writers import receipt_writer
from consent_app.receipts.writers import Outcome, PendingReceipt
from tests.support.receipt_writers import pending_receipt, receipt_count, writer_of

RECORDED, KEY_USED = Outcome.RECORDED, Outcome.KEY_USED
pytestmark = pytest.mark.cluster


def test_a_refused_row_does_not_fail_its_neighbours(database: Database) -> None:
    receipts = receipt_writer(database)
    bad = pending_receipt(regime="no regime is as long as this")
    bad = bad._replace(values={**bad.values, "hostname": None}, json=_without_hostname(bad))
    entries = [pending_receipt() for _ in range(20)]
    entries[7] = bad

    def outcome_of(receipt: PendingReceipt) -> Outcome | None:
        try:
            return receipts.write(receipt)
        except DBAPIError:
            return None

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(outcome_of, entries))
    assert answers == [RECORDED] * 7 + [None] + [RECORDED] * 12
    assert receipt_count(database) == 19


def _without_hostname(bad: PendingReceipt) -> bytes:
    return orjson.dumps(orjson.loads(bad.json) | {"hostname": None})


def test_one_key_in_one_group_is_one_receipt(dialect: str, database: Database) -> None:
    writer = writer_of(database, dialect)
    key, other_key = uuid4(), uuid4()
    entries = [pending_receipt(item) for item in [*[key] * 6, other_key, *[None] * 3]]
    written = writer.write(entries)
    assert list(written) == [RECORDED] + [KEY_USED] * 5 + [RECORDED] * 4
    assert list(writer.write([pending_receipt(key)])) == [KEY_USED]
    assert receipt_count(database) == 5


def test_receipts_of_a_deleted_domain_are_not_written(dialect: str, database: Database) -> None:
    orphan = pending_receipt(domain_id=uuid4())
    writer = writer_of(database, dialect)
    assert writer.write([pending_receipt(), orphan]) == [RECORDED, Outcome.DOMAIN_DELETED]
    assert receipt_count(database) == 1
