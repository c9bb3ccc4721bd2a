"""Reading the audit log of a workspace."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import JsonResponse, timestamp
from consent_app.api.paging import next_link
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.models import AuditEvent
from consent_app.audit.queries import page
from consent_app.db.ids import id_time


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
        "detail": [{"name": name, "value": value} for name, value in event.detail.items()],
    }
