"""Reading the audit log of a workspace."""

from __future__ import annotations

from consent_app.api.json import JsonResponse
from consent_app.api.paging import next_link
from consent_app.api.views import api_view
from consent_app.audit import queries, schemas
from consent_app.operations.workspace import ListAuditEvents


@api_view("audit_events", "GET", permission="panel:admin")
def list_audit_events(request: ListAuditEvents) -> JsonResponse:
    """List what was done in the workspace."""
    query, ctx = request.query, request.ctx
    filters = queries.AuditFilters(query.event, query.actor_id)
    rows = queries.get_page(ctx.session, ctx.workspace_id, filters, query.limit + 1, query.cursor)
    payload = [schemas.audit_event(event, email) for event, email in rows[: query.limit]]
    more = len(rows) > query.limit
    headers = next_link(request.http, cursor=payload[-1]["id"]) if more else None
    return JsonResponse(payload, headers=headers)
