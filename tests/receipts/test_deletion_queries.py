"""Deleting in batches."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func, insert, select

from consent_app.application import Application
from consent_app.receipts.models import consent_idempotency
from tests.support.harness import Harness
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
