"""The visitors' route that records a decision, and which pages may read the visitors' routes."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.views import api_view
from consent_app.api.visitor_limit import limit_visitor
from consent_app.http.request import Request
from consent_app.jurisdictions.service import read_edge
from consent_app.net.hostname import origin_belongs
from consent_app.openapi.json import parse_timestamp
from consent_app.receipts.service import recorded_receipt
from consent_app.recording.decision import Decision, Visitor
from consent_app.recording.recorder import Recorder
from consent_app.security.macs import proof_token
from consent_app.text import parse_uuid


@api_view("public_consents", "POST", permission="public", direct=True, limit=limit_visitor)
def record_consent(request: Request) -> dict[str, Any]:
    """Record a visitor's decision."""
    parameters = request.openapi_validated.parameters
    recorder = request.app.get(Recorder)
    domain_id = parameters.path["domainId"]
    decision = _decision(request.openapi_validated.body)
    context = recorder.find_context(domain_id, decision, request.environ.get("HTTP_ORIGIN"))
    # An origin that may post may read every response. CORS need not ask the database again, which
    # may be away or hang.
    request.visitor_origin_allowed = True
    row = recorder.record(
        domain_id,
        decision,
        _visitor(request),
        context=context,
        idempotency_key=parameters.header.get("Idempotency-Key"),
    )
    return recorded_receipt(row, proof_token(request.app.keys, row["id"]))


def visitor_origin_allowed(request: Request) -> bool:
    """Return whether the request's ``Origin`` belongs to the domain in its path.

    A receipt's domain is known only to the view, by the proof token, and a preflight has no token.
    So any page may send the preflight, which saves a query over all workspaces' receipts. Only the
    domain's own pages may read the response.
    """
    path = request.matchdict or {}
    if "domainId" not in path:
        return bool(request.method == "OPTIONS")
    domain_id = parse_uuid(path["domainId"])
    if domain_id is None:
        return False
    # From memory for a published domain: browsers send a preflight before a visitor's decision.
    context = request.app.get(Recorder).contexts.find(domain_id, None, None)
    return context is not None and origin_belongs(request.headers.get("Origin"), context.hostname)


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
