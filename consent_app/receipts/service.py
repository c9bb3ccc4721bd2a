"""Functions of receipts that other rooms may call."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.orm import Session

from consent_app.receipts import queries
from consent_app.receipts.deletion_queries import (
    count_of_hashes,
    delete_by_ids,
    delete_keys_of,
    delete_receipts,
    get_id_pages,
    get_ids_of_hashes,
    get_linked,
    has_receipts,
)
from consent_app.receipts.partition_queries import drop_partition, due_partitions
from consent_app.receipts.queries import (
    ReceiptFilters,
    ReceiptQuery,
    export_statement,
    filtered,
    first_valid_id,
    get_page,
    get_pages,
    with_beginning,
)
from consent_app.receipts.recorder import Recorder, RecordingContexts
from consent_app.receipts.schemas import consent_receipt

__all__ = [
    "ReceiptFilters",
    "ReceiptQuery",
    "Recorder",
    "RecordingContexts",
    "consent_receipt",
    "count_of_hashes",
    "delete_by_ids",
    "delete_keys_of",
    "delete_receipts",
    "drop_partition",
    "due_partitions",
    "export_statement",
    "filtered",
    "first_valid_id",
    "get_id_pages",
    "get_ids_of_hashes",
    "get_linked",
    "get_page",
    "get_pages",
    "has_receipts",
    "search_receipts",
    "with_beginning",
]


def search_receipts(
    session: Session, workspace_id: UUID, q: str, limit: int, now: datetime
) -> Sequence[Row[Any]]:
    """Return the newest receipts with this id or with ``q`` in the visitor's hash."""
    query = ReceiptQuery(workspace_id, ReceiptFilters(q=q), limit, None, now)
    return queries.get_page(session, query)
