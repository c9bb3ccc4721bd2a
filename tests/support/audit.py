"""Reading the audit log, as a workspace's owner does."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.events.refusals import Refusals
from tests.support.factories import Panel
from tests.support.harness import Harness


def audit_events(panel: Panel, **query: Any) -> list[dict[str, Any]]:
    """Return the workspace's events, newest first; ``event=`` for those of one name."""
    listed: list[dict[str, Any]] = panel.get("/v1/audit-events", params=query, status=200).json
    return listed


def refusals(harness: Harness, panel: Panel, event: str) -> list[tuple[str | None, str]]:
    """Return the refusals that the workspace's owner sees, with their actors and counts."""
    harness.application.get(Refusals).flush()
    listed = audit_events(panel, event=event)
    assert {item["outcome"] for item in listed} <= {"refused"}
    assert {item["addressHash"] for item in listed} <= {None}
    return [(item["actorId"], item["detail"][0]["after"]) for item in listed]


def events_of(application: Application, user_id: str) -> list[tuple[str, str]]:
    """Return the names and outcomes of what the user did, oldest first."""
    with application.database.session(read_only=True) as session:
        rows = session.execute(
            select(AuditEvent.event, AuditEvent.outcome)
            .where(AuditEvent.actor_id == UUID(user_id))
            .order_by(AuditEvent.id)
        )
        return [(row.event, row.outcome) for row in rows]


def details_in(session: Session, event: str, **where: UUID) -> list[dict[str | None, Any]]:
    """Return what the events of one name say: the new values, oldest first."""
    rows = select(AuditEvent.detail).filter_by(event=event, **where).order_by(AuditEvent.id)
    return [{item["name"]: item["after"] for item in detail} for detail in session.scalars(rows)]


def details_by(application: Application, event: str, user_id: str) -> list[dict[str | None, Any]]:
    """Return the same of what the user did."""
    with application.database.session(read_only=True) as session:
        return details_in(session, event, actor_id=UUID(user_id))
