"""The events that concern the security of an account."""

from __future__ import annotations

from uuid import UUID

from consent_app.audit import queries
from consent_app.context import Context
from consent_app.events.models import AuditEvent


def list_security_events(ctx: Context, limit: int, cursor: UUID | None) -> list[AuditEvent]:
    """Return up to ``limit`` security events of the caller, newest first, after ``cursor``."""
    return queries.get_security_events(ctx.session, ctx.user_id, limit, cursor)
