"""The billing routes."""

from __future__ import annotations

from typing import Any

from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.billing import service


@api_view("billing_demo", "POST", permission="account")
def demo(request: Request) -> dict[str, Any]:
    """Start a demo workspace."""
    return service.start_demo(
        request.db,
        request.runtime,
        source_of(request),
        request.identity,
        organization_name=request.openapi_validated.body.get("organizationName"),
    )
