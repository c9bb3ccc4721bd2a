"""The routes that read the audit log."""

from __future__ import annotations

from consent_app.api.pagination import page_response
from consent_app.api.views import api_view
from consent_app.audit import audit_events, schemas, security_events
from consent_app.audit.queries import AuditFilters
from consent_app.http.json_response import JsonResponse
from consent_app.operations import account, workspace


@api_view("audit_events", "GET", permission="panel:admin")
def list_audit_events(request: workspace.ListAuditEvents) -> JsonResponse:
    """List the workspace's audit events."""
    query = request.query
    filters = AuditFilters(query.event, query.actor_id)
    rows = audit_events.list_audit_events(request.ctx, filters, query.limit + 1, query.cursor)
    listed = [schemas.audit_event(row, request.ctx.language) for row in rows]
    return page_response(request.http, listed, query.limit)


@api_view("account_security_events", "GET", permission="session")
def list_security_events(request: account.ListSecurityEvents) -> JsonResponse:
    """List the security events of the caller's account."""
    query = request.query
    events = security_events.list_security_events(request.ctx, query.limit + 1, query.cursor)
    rows = [schemas.security_event(event) for event in events]
    return page_response(request.http, rows, query.limit)
