"""What other features may ask of receipts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.orm import Session

from consent_app.receipts.listing import present_listed
from consent_app.receipts.reading import Filters, page
from consent_app.receipts.window import first_valid_id

__all__ = ["first_valid_id", "present_listed", "search_receipts"]


def search_receipts(
    session: Session, workspace_id: UUID, q: str, limit: int, now: datetime
) -> Sequence[Row[Any]]:
    """Return the newest receipts with this id or with ``q`` in the visitor's hash."""
    return page(session, workspace_id, Filters(q=q), limit=limit, cursor=None, now=now)
