"""Reading the audit log of a workspace."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import JsonResponse, timestamp
from consent_app.api.paging import next_link
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.models import AuditEvent
from consent_app.audit.queries import page, page_of_person
from consent_app.db.ids import id_time

SECURITY_EVENTS = (
    "account",
    "account_handoff",
    "api_key",
    "handoff",
    "identity",
    "invitation",
    "password",
    "second_factor",
    "session",
    "sign_in",
)
"""What the names of events begin with that concern the security of an account."""


@api_view("audit_events", "GET", permission="panel:admin")
def list_audit_events(request: Request) -> JsonResponse:
    """List what was done in the workspace."""
    query = request.openapi_validated.parameters.query
    limit: int = query["limit"]
    rows = page(
        request.db,
        request.identity.workspace_id,
        event=query.get("event"),
        actor_id=query.get("actorId"),
        limit=limit + 1,
        cursor=query.get("cursor"),
    )
    more = len(rows) > limit
    payload = [_present(event, email) for event, email in rows[:limit]]
    headers = next_link(request, cursor=payload[-1]["id"]) if more else None
    return JsonResponse(payload, headers=headers)


@api_view("account_security_events", "GET", permission="session")
def list_security_events(request: Request) -> JsonResponse:
    """List what concerns the security of the caller's account."""
    query = request.openapi_validated.parameters.query
    limit: int = query["limit"]
    events = page_of_person(
        request.db,
        request.identity.user_id,
        SECURITY_EVENTS,
        limit=limit + 1,
        cursor=query.get("cursor"),
    )
    payload = [_present_security(event) for event in events[:limit]]
    headers = next_link(request, cursor=payload[-1]["id"]) if len(events) > limit else None
    return JsonResponse(payload, headers=headers)


def _present_security(event: AuditEvent) -> dict[str, Any]:
    return {
        "id": str(event.id),
        "event": event.event,
        "outcome": event.outcome,
        "at": timestamp(id_time(event.id)),
        "actorKind": event.actor_kind,
        "organizationId": str(event.workspace_id) if event.workspace_id else None,
        "addressHash": event.address_hash,
        "detail": _present_detail(event),
    }


def _present_detail(event: AuditEvent) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in event.detail.items()]


def _present(event: AuditEvent, email: str | None) -> dict[str, Any]:
    return {
        "id": str(event.id),
        "event": event.event,
        "outcome": event.outcome,
        "at": timestamp(id_time(event.id)),
        "actorKind": event.actor_kind,
        "actorId": str(event.actor_id) if event.actor_id else None,
        "actorEmail": email,
        "addressHash": event.address_hash,
        "subjectId": str(event.subject_id) if event.subject_id else None,
        "detail": _present_detail(event),
    }
