"""Audit events and security events as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.audit.queries import AuditedEvent
from consent_app.db.ids import id_time
from consent_app.events.models import AuditEvent
from consent_app.events.schemas import changes
from consent_app.openapi.json import timestamp
from consent_app.text import LOCALES
from consent_app.translations import translated

_CHECK_FAILED = "domain.verification_failed"
"""The event whose reason is a text of the service. Other reasons are a person's words, or codes."""


def _shared(event: AuditEvent) -> dict[str, Any]:
    """Return the members that AuditEvent and SecurityEvent of the document share."""
    return {
        "id": str(event.id),
        "event": event.event,
        "outcome": event.outcome,
        "at": timestamp(id_time(event.id)),
        "actorKind": event.actor_kind,
        "addressHash": event.address_hash,
        "detail": changes(event.detail),
    }


def audit_event(row: AuditedEvent, language: str = LOCALES[0]) -> dict[str, Any]:
    """Return the AuditEvent of the document. The reason of a failed check is in ``language``."""
    event = row.event
    shared = _shared(event)
    if event.event == _CHECK_FAILED:
        shared["detail"] = [
            _with_translated_reason(change, language) for change in shared["detail"]
        ]
    return {
        **shared,
        "actorId": str(event.actor_id) if event.actor_id else None,
        "actorEmail": row.actor_email,
        "subjectId": str(event.subject_id) if event.subject_id else None,
    }


def _with_translated_reason(change: dict[str, str | None], language: str) -> dict[str, str | None]:
    reason = change["after"]
    if change["name"] != "reason" or reason is None:
        return change
    return {**change, "after": translated(reason, language)}


def security_event(event: AuditEvent) -> dict[str, Any]:
    """Return the SecurityEvent of the document."""
    return {
        **_shared(event),
        "organizationId": str(event.workspace_id) if event.workspace_id else None,
    }
