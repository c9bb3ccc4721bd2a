"""The events of a workspace."""

from __future__ import annotations

from uuid import UUID

from consent_app.audit import queries
from consent_app.audit.queries import AuditedEvent, AuditFilters
from consent_app.context import Context


def list_audit_events(
    ctx: Context, filters: AuditFilters, limit: int, cursor: UUID | None
) -> list[AuditedEvent]:
    """Return up to ``limit`` events of the caller's workspace, newest first, after ``cursor``."""
    return queries.get_audit_events(ctx.session, ctx.workspace_id, filters, limit, cursor)
