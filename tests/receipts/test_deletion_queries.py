"""Deleting in batches."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import event, func, insert, select, text
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.db.engine import create_engine
from consent_app.receipts.deletion_queries import get_linked
from consent_app.receipts.models import consent_idempotency, consent_receipts
from tests.support.harness import Harness
from tests.support.partitions import make_partitions
from tests.support.receipt_rows import row


@pytest.mark.cluster
def test_old_idempotency_keys_go_in_batches(
    harness: Harness, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    from consent_app.receipts import deletion_queries, jobs

    monkeypatch.setattr(deletion_queries, "BATCH_KEYS", 2)
    own_id = application.new_id()
    now = application.now()
    instants = [now - timedelta(hours=hours) for hours in (1, 23, 25, 26, 27, 28, 29)]
    with application.database.transaction() as session:
        for at in instants:
            session.execute(
                insert(consent_idempotency).values(
                    workspace_id=own_id,
                    domain_id=own_id,
                    key=application.new_id(),
                    receipt_id=row(at, own_id)["id"],
                )
            )
    jobs.forget_keys(application, {})
    stored = select(func.count()).where(consent_idempotency.c.workspace_id == own_id)
    with application.database.session(read_only=True) as session:
        assert session.scalar(stored) == 2


def test_linked_receipts_are_found_by_indexes_among_many(
    dialect: str, fresh_database_url: str
) -> None:
    month, mine = datetime(2026, 11, 1, tzinfo=UTC), UUID(int=1)
    engine = create_engine(fresh_database_url)
    rows = [row(month + timedelta(minutes=number), mine) for number in range(20_000)]
    former, named, later = rows[100], rows[200], rows[300]
    named["former_receipt_id"], later["former_receipt_id"] = former["id"], named["id"]
    if dialect == "postgresql":
        make_partitions(engine, month)
    with engine.begin() as connection:
        connection.execute(consent_receipts.insert(), rows)
        connection.execute(text("ANALYZE"))
    executed: list[tuple[str, Any]] = []
    explain = "EXPLAIN" if dialect == "postgresql" else "EXPLAIN QUERY PLAN"

    @event.listens_for(engine, "after_cursor_execute")
    def note(_: Any, __: Any, statement: str, parameters: Any, *rest: Any) -> None:
        executed.append((statement, parameters))

    with Session(engine) as session:
        linked = get_linked(session, mine, named["id"])
        statements = [entry for entry in executed if "SELECT" in entry[0]]
        connection = session.connection()
        plans = [
            str(connection.exec_driver_sql(f"{explain} {statement}", parameters).all())
            for statement, parameters in statements
        ]
    engine.dispose()
    assert set(linked) == {former["id"], named["id"], later["id"]}
    assert len(plans) == 2
    for plan in plans:
        assert "Seq Scan on consent_receipts_2026_11" not in plan
        assert "SCAN consent_receipts" not in plan
