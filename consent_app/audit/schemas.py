"""The events of an account as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import timestamp
from consent_app.db.ids import id_time
from consent_app.events.models import AuditEvent
from consent_app.events.schemas import changes


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
        "detail": changes(event.detail),
    }
