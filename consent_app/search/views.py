"""The route that searches."""

from __future__ import annotations

from typing import Any

from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.receipts.service import first_valid_id, present_listed
from consent_app.search.service import search


@api_view("search", "GET", permission="panel:viewer")
def get_search(request: Request) -> dict[str, Any]:
    """Search the caller's workspace."""
    now = request.runtime.now()
    q: str = request.openapi_validated.parameters.query["q"]
    found = search(request.db, request.identity.workspace_id, q, now)
    first_valid = str(first_valid_id(now))
    return {
        "domains": [
            {"id": str(domain.id), "hostname": domain.hostname, "status": domain.status}
            for domain in found.domains
        ],
        "members": [
            {"id": str(each.id), "name": each.name, "email": each.email, "role": each.role}
            for each in found.members
        ],
        "receipts": [present_listed(row, first_valid) for row in found.receipts],
    }
