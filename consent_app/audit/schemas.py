"""Audit events as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import timestamp
from consent_app.audit.models import AuditEvent
from consent_app.db.ids import id_time


def audit_event(event: AuditEvent, actor_email: str | None) -> dict[str, Any]:
    """Return the AuditEvent of the document."""
    return {
        "id": str(event.id),
        "event": event.event,
        "outcome": event.outcome,
        "at": timestamp(id_time(event.id)),
        "actorKind": event.actor_kind,
        "actorId": str(event.actor_id) if event.actor_id else None,
        "actorEmail": actor_email,
        "addressHash": event.address_hash,
        "subjectId": str(event.subject_id) if event.subject_id else None,
        "detail": _changes(event.detail),
    }


def security_event(event: AuditEvent) -> dict[str, Any]:
    """Return the SecurityEvent of the document."""
    return {
        "id": str(event.id),
        "event": event.event,
        "outcome": event.outcome,
        "at": timestamp(id_time(event.id)),
        "actorKind": event.actor_kind,
        "organizationId": str(event.workspace_id) if event.workspace_id else None,
        "addressHash": event.address_hash,
        "detail": _changes(event.detail),
    }


def _changes(detail: Any) -> list[dict[str, str | None]]:
    if isinstance(detail, dict):
        # Rows of release 0.1 keep one value a name.
        return [{"name": name, "before": None, "after": value} for name, value in detail.items()]
    changes: list[dict[str, str | None]] = detail
    return changes
