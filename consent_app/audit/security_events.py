"""The events that concern the security of an account."""

from __future__ import annotations

from uuid import UUID

from consent_app.audit import queries
from consent_app.context import Context
from consent_app.events.models import AuditEvent

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
"""The prefixes of events that concern the security of an account."""


def list_security_events(ctx: Context, limit: int, cursor: UUID | None) -> list[AuditEvent]:
    """Return up to ``limit`` security events of the caller, newest first, after ``cursor``."""
    return queries.get_events_of_user(ctx.session, ctx.user_id, SECURITY_EVENTS, limit, cursor)
