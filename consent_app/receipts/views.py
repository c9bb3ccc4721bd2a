"""The routes of one receipt: for its visitor, for members and for API keys."""

from __future__ import annotations

from typing import Any

from consent_app.api.views import api_view
from consent_app.http.bearer import bearer_token
from consent_app.net.hostname import origin_belongs
from consent_app.operations import read_api
from consent_app.operations import receipts as receipt_operations
from consent_app.operations import visitors as operations
from consent_app.receipts import proofs, schemas


@api_view("public_consent", "GET", permission="public")
def get_consent_proof(request: operations.GetConsentProof) -> dict[str, Any]:
    """Show a visitor what is stored about a decision."""
    token = bearer_token(request.http)
    proof = proofs.get_visitors_proof(request.ctx, request.path.consent_id, token)
    origin = request.http.headers.get("Origin")
    request.http.visitor_origin_allowed = origin_belongs(origin, proof.receipt["hostname"])
    return schemas.consent_proof(*proof)


@api_view("consent_event", "GET", permission="panel:viewer")
def get_panel_event(request: receipt_operations.GetPanelConsentEvent) -> dict[str, Any]:
    """Show one receipt of the caller's workspace with its complete proof."""
    return schemas.receipt_proof(*proofs.get_proof(request.ctx, request.path.consent_id))


@api_view("api_consent_event", "GET", permission="key:consents:read")
def get_event(request: read_api.GetConsentEvent) -> dict[str, Any]:
    """Show one receipt of the key's workspace with its complete proof."""
    return schemas.receipt_proof(*proofs.get_proof(request.ctx, request.path.consent_id))
