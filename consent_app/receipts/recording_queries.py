"""Queries of recording decisions: which domains and receipts exist, and adding many at once."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence, Set
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from consent_app.db.ids import lowest_id
from consent_app.jurisdictions.service import CATEGORIES
from consent_app.receipts.models import consent_idempotency, consent_receipts
from consent_app.receipts.queries import DOMAINS, IDEMPOTENCY_LIFETIME

_KEY = consent_idempotency.c
_NAMES = [str(column.name) for column in consent_receipts.columns]
_TOLERANCE = timedelta(minutes=1)
"""Keys of receipts that are written together expire by the earliest of their instants."""


def get_granted_categories(
    session: Session, workspace_id: UUID, domain_id: UUID, receipt_id: UUID
) -> frozenset[str] | None:
    """Return the categories that a receipt of this domain grants; None if there is no receipt."""
    receipt = consent_receipts.c
    statement = select(*(receipt[category] for category in CATEGORIES)).where(
        receipt.workspace_id == workspace_id,
        receipt.id == receipt_id,
        receipt.domain_id == domain_id,
    )
    row = session.execute(statement).one_or_none()
    if row is None:
        return None
    return frozenset(category for category in CATEGORIES if row._mapping[category])


def get_first_receipt_id(
    session: Session, workspace_id: UUID, domain_id: UUID, key: UUID, now: datetime
) -> UUID | None:
    """Return the id of the receipt that a key was used for in the last 24 hours, or None."""
    return session.scalar(
        select(_KEY.receipt_id).where(
            _KEY.workspace_id == workspace_id,
            _KEY.domain_id == domain_id,
            _KEY.key == key,
            _KEY.receipt_id >= lowest_id(now - IDEMPOTENCY_LIFETIME - _TOLERANCE),
        )
    )


def get_live_domain_ids(connection: Connection, ids: Set[UUID]) -> Set[UUID]:
    """Return those of the ids whose domains still exist."""
    return set(connection.scalars(select(DOMAINS.c.id).where(DOMAINS.c.id.in_(ids))))


def add_receipts(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add many receipts: by COPY on PostgreSQL, by one prepared statement on SQLite.

    Other members of the rows are ignored.
    """
    if connection.dialect.name == "postgresql":
        text = io.StringIO()
        csv.writer(text).writerows([row[name] for name in _NAMES] for row in rows)
        text.seek(0)
        columns = ", ".join(_NAMES)
        # An empty cell is null in other columns.
        options = "FORMAT csv, FORCE_NOT_NULL (rule_exempt)"
        driver = connection.connection.cursor()
        driver.copy_expert(f"COPY consent_receipts ({columns}) FROM STDIN ({options})", text)
        return
    values = [{name: row[name] for name in _NAMES} for row in rows]
    connection.execute(consent_receipts.insert(), values)
