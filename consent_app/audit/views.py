"""Reading the audit events that concern the security of one's own account."""

from __future__ import annotations

from consent_app.api.json import JsonResponse
from consent_app.api.paging import next_link
from consent_app.api.views import api_view
from consent_app.audit import schemas
from consent_app.events import queries
from consent_app.operations.account import ListSecurityEvents

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


@api_view("account_security_events", "GET", permission="session")
def list_security_events(request: ListSecurityEvents) -> JsonResponse:
    """List what concerns the security of the caller's account."""
    query, ctx = request.query, request.ctx
    events = queries.get_events_of_user(
        ctx.session, ctx.user_id, SECURITY_EVENTS, query.limit + 1, query.cursor
    )
    payload = [schemas.security_event(event) for event in events[: query.limit]]
    more = len(events) > query.limit
    headers = next_link(request.http, cursor=payload[-1]["id"]) if more else None
    return JsonResponse(payload, headers=headers)
