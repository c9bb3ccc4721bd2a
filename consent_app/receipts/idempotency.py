"""Idempotency keys: which receipt one was used for, and forgetting the old ones."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from consent_app.db.ids import lowest_id
from consent_app.receipts.models import consent_idempotency

IDEMPOTENCY_LIFETIME = timedelta(hours=24)
BATCH_KEYS = 5000
"""So many are deleted in a transaction."""

_KEY = consent_idempotency.c


def first_receipt_id(
    session: Session, workspace_id: UUID, domain_id: UUID, key: UUID
) -> UUID | None:
    """Return the receipt that ``key`` was used for, or None."""
    found: UUID | None = session.execute(
        select(_KEY.receipt_id).where(
            _KEY.workspace_id == workspace_id, _KEY.domain_id == domain_id, _KEY.key == key
        )
    ).scalar_one_or_none()
    return found


def delete_old_keys(engine: Engine, now: datetime) -> bool:
    """Delete some of the keys that are older than 24 hours; return whether there may be more."""
    oldest = lowest_id(now - IDEMPOTENCY_LIFETIME)
    due = select(_KEY.receipt_id).where(_KEY.receipt_id < oldest).order_by(_KEY.receipt_id)
    with engine.execution_options(read_only=True).connect() as connection:
        last = connection.scalar(due.offset(BATCH_KEYS - 1).limit(1))
        if last is None and connection.scalar(due.limit(1)) is None:
            return False
    with engine.begin() as connection:
        connection.execute(
            consent_idempotency.delete().where(
                _KEY.receipt_id < oldest if last is None else _KEY.receipt_id <= last
            )
        )
    return last is not None
