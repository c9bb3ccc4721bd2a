"""Idempotency keys: which receipt one was used for, and forgetting the old ones."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from consent_app.db.ids import lowest_id
from consent_app.receipts.models import consent_idempotency

IDEMPOTENCY_LIFETIME = timedelta(hours=24)

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


def delete_old_keys(connection: Connection, now: datetime) -> None:
    """Delete the idempotency keys that are older than 24 hours."""
    connection.execute(
        consent_idempotency.delete().where(_KEY.receipt_id < lowest_id(now - IDEMPOTENCY_LIFETIME))
    )
