"""The happenings of a workspace, written with the work that they tell of."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from consent_app.db.ids import lowest_id
from consent_app.runtime import Runtime
from consent_app.workspaces.models import WorkspaceEvent

EventKind = Literal[
    "scan_failed", "scan_completed", "banner_published", "domain_added", "member_joined"
]

KEPT = timedelta(days=30)
"""How long the feed tells of an event."""


def happened(
    session: Session,
    runtime: Runtime,
    workspace_id: UUID,
    kind: EventKind,
    *,
    domain_id: UUID | None = None,
    hostname: str | None = None,
    subject: str | None = None,
) -> None:
    """Add an event to the caller's transaction."""
    session.add(
        WorkspaceEvent(
            id=runtime.new_id(),
            workspace_id=workspace_id,
            kind=kind,
            domain_id=domain_id,
            hostname=hostname,
            subject=subject,
        )
    )


def recent_events(session: Session, workspace_id: UUID, now: datetime) -> list[WorkspaceEvent]:
    """Return the events of the last 30 days, newest first."""
    return list(
        session.scalars(
            select(WorkspaceEvent)
            .where(
                WorkspaceEvent.workspace_id == workspace_id,
                WorkspaceEvent.id >= lowest_id(now - KEPT),
            )
            .order_by(WorkspaceEvent.id.desc())
        )
    )


def forget_old_events(session: Session, now: datetime) -> None:
    """Delete the events that no feed tells of any more."""
    session.execute(delete(WorkspaceEvent).where(WorkspaceEvent.id < lowest_id(now - KEPT)))
