"""The result of erasing a visitor, as JSON (``docs/decisions.md`` §8)."""

from __future__ import annotations

from heapq import nlargest
from typing import Any

from consent_app.retention.erasure import VisitorReceipts

MAX_LINKED_IDS = 100


def visitor_receipts(visitor: VisitorReceipts) -> dict[str, Any]:
    """Return the VisitorReceipts of the document."""
    newest = nlargest(MAX_LINKED_IDS, visitor.linked)
    return {
        "linked": len(visitor.linked),
        "linkedIds": [str(receipt_id) for receipt_id in newest],
        "sameAddress": visitor.with_same_hash,
    }


def receipts_erased(deleted: int) -> dict[str, int]:
    """Return the ReceiptsErased of the document."""
    return {"deleted": deleted}
