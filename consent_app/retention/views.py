"""The routes by which admins erase one visitor."""

from __future__ import annotations

from consent_app.api.views import api_view
from consent_app.operations import receipts as operations
from consent_app.retention import erasure, schemas


@api_view("consent_event_erasure", "GET", permission="panel:admin")
def get_visitor_receipts(request: operations.GetVisitorReceipts) -> dict[str, int]:
    """Count the receipts that erasing a receipt's visitor would delete."""
    return schemas.visitor_receipts(erasure.find_visitor(request.ctx, request.path.consent_id))


@api_view("consent_event_erasure", "POST", permission="panel:admin")
def erase_visitor(request: operations.EraseVisitor) -> dict[str, int]:
    """Erase the receipts of a receipt's visitor."""
    visitor = erasure.find_visitor(request.ctx, request.path.consent_id)
    same_address = request.body.same_address
    return schemas.receipts_erased(
        erasure.erase_visitor(request.ctx, visitor, same_address=same_address)
    )
