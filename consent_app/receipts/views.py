"""The visitors' routes, which record a decision and show its proof, and those of one receipt."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.views import api_view
from consent_app.api.visitor_limit import limit_visitor
from consent_app.context import Context
from consent_app.domains.service import get_domain_for_visitors
from consent_app.errors import NotFound, Unauthenticated
from consent_app.http.bearer import bearer_token
from consent_app.http.request import Request
from consent_app.jurisdictions.service import read_edge
from consent_app.net.hostname import origin_belongs
from consent_app.openapi.json import parse_timestamp
from consent_app.operations import read_api
from consent_app.operations import receipts as receipt_operations
from consent_app.operations import visitors as operations
from consent_app.receipts import queries, schemas
from consent_app.receipts.decision import Decision, Visitor
from consent_app.receipts.recorder import Recorder
from consent_app.security.macs import proof_token, verify_proof_token


@api_view("public_consents", "POST", permission="public", direct=True, limit=limit_visitor)
def record_consent(request: Request) -> dict[str, Any]:
    """Record a visitor's decision."""
    parameters = request.openapi_validated.parameters
    row = request.app.get(Recorder).record(
        parameters.path["domainId"],
        _decision(request.openapi_validated.body),
        _visitor(request),
        origin=request.environ.get("HTTP_ORIGIN"),
        idempotency_key=parameters.header.get("Idempotency-Key"),
    )
    # An origin that may post may read the response: CORS need not ask again.
    request.visitor_origin_allowed = True
    return schemas.recorded_receipt(row, proof_token(request.app.keys, row["id"]))


@api_view("public_consent", "GET", permission="public")
def get_consent_proof(request: operations.GetConsentProof) -> dict[str, Any]:
    """Show a visitor everything that is stored about a decision."""
    ctx, receipt_id = request.ctx, request.path.consent_id
    if not verify_proof_token(ctx.app.keys, bearer_token(request.http), receipt_id):
        raise Unauthenticated
    workspace_id = queries.get_workspace_id(ctx.session, receipt_id)
    row = queries.get_receipt(ctx.session, workspace_id, receipt_id) if workspace_id else None
    if row is None:
        raise Unauthenticated
    origin = request.http.headers.get("Origin")
    request.http.visitor_origin_allowed = origin_belongs(origin, row["hostname"])
    return schemas.consent_proof(row, queries.first_valid_id(ctx.now()))


@api_view("consent_event", "GET", permission="panel:viewer")
def get_panel_event(request: receipt_operations.GetPanelConsentEvent) -> dict[str, Any]:
    """Show one receipt of the caller's workspace with its complete proof."""
    return _proof(request.ctx, request.path.consent_id)


@api_view("api_consent_event", "GET", permission="key:consents:read")
def get_event(request: read_api.GetConsentEvent) -> dict[str, Any]:
    """Show one receipt of the key's workspace with its complete proof."""
    return _proof(request.ctx, request.path.consent_id)


def _proof(ctx: Context, receipt_id: UUID) -> dict[str, Any]:
    row = queries.get_receipt_with_wording(ctx.session, ctx.workspace_id, receipt_id)
    if row is None:
        raise NotFound
    return schemas.receipt_proof(row, queries.first_valid_id(ctx.now()))


def visitor_origin_allowed(request: Request) -> bool:
    """Return whether the request's ``Origin`` belongs to the domain in its path.

    A receipt's domain is known only to the view, by the proof token, and a preflight has no token.
    So any page may send the preflight, which saves a query over all workspaces' receipts. Only the
    domain's own pages may read the response.
    """
    named = request.matchdict or {}
    if "domainId" not in named:
        return bool(request.method == "OPTIONS")
    domain_id = _uuid(named["domainId"])
    if domain_id is None:
        return False
    with request.app.database.session(read_only=True) as session:
        domain = get_domain_for_visitors(session, domain_id)
    return domain is not None and origin_belongs(request.headers.get("Origin"), domain.hostname)


def _decision(body: dict[str, Any]) -> Decision:
    decided_at = body.get("decidedAt")
    former = body.get("formerReceiptId")
    return Decision(
        action=body["action"],
        source=body["source"],
        analytics=body["analytics"],
        marketing=body["marketing"],
        preferences=body["preferences"],
        banner_version=body.get("bannerVersion"),
        banner_locale=body.get("bannerLocale"),
        surface=body.get("surface", "api"),
        regime=body.get("regime"),
        decided_at=parse_timestamp(decided_at) if decided_at else None,
        former_receipt_id=UUID(former) if former else None,
        former_proof_token=body.get("formerProofToken"),
        rule_id=body.get("ruleId"),
        rule_version=body.get("ruleVersion"),
        limit_sensitive=body.get("limitSensitive"),
    )


def _visitor(request: Request) -> Visitor:
    return Visitor(
        address=request.client_address,
        user_agent=request.environ.get("HTTP_USER_AGENT"),
        edge=read_edge(request.environ, request.app.settings),
        gpc_signal=request.environ.get("HTTP_SEC_GPC") == "1",
    )


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
