"""What the database refuses, and what was written before, under each writer of receipts."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import orjson
import pytest
from sqlalchemy.exc import DBAPIError

from consent_app.db.session import Database
from consent_app.receipts.postgres_writers import receipt_writer
from consent_app.receipts.writers import MAX_WAIT, Outcome, PendingReceipt, in_time
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


def test_a_receipt_that_has_waited_for_minutes_is_not_written(database: Database) -> None:
    # The readers of LATEST_COMMIT no longer look for it.
    receipts, receipt = receipt_writer(database), pending_receipt()
    late = receipt._replace(since=receipt.since - MAX_WAIT.total_seconds())
    assert receipts.write(late) is Outcome.TOO_LATE
    assert receipts.write(receipt) is RECORDED
    assert receipt_count(database) == 1


def test_the_others_of_its_group_are_written(dialect: str, database: Database) -> None:
    first, late, last = (pending_receipt() for _ in range(3))
    late = late._replace(since=late.since - MAX_WAIT.total_seconds())
    write = in_time(writer_of(database, dialect).write)
    assert write([first, late, last]) == [RECORDED, Outcome.TOO_LATE, RECORDED]
    assert receipt_count(database) == 2
