"""The result of erasing a visitor, as JSON (``docs/decisions.md`` §8)."""

from __future__ import annotations

from consent_app.retention.erasure import VisitorReceipts


def visitor_receipts(visitor: VisitorReceipts) -> dict[str, int]:
    """Return the VisitorReceipts of the document."""
    return {"linked": len(visitor.linked), "sameAddress": visitor.with_same_hash}


def receipts_erased(deleted: int) -> dict[str, int]:
    """Return the ReceiptsErased of the document."""
    return {"deleted": deleted}
