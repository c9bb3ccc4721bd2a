"""The happenings of a workspace, written with the work that they tell of."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.db.ids import lowest_id
from consent_app.jobs import enqueue
from consent_app.workspaces.models import SUBJECT_CHARACTERS, WorkspaceEvent

EventKind = Literal[
    "scan_failed",
    "scan_completed",
    "banner_published",
    "domain_added",
    "member_joined",
    "verification_failed",
]

HAPPENED = "workspaces.happened"
"""The job that each event causes; whoever mails about events does it."""

KEPT = timedelta(days=30)
"""How long the feed tells of an event."""


def happened(
    session: Session,
    app: Application,
    workspace_id: UUID,
    kind: EventKind,
    *,
    domain_id: UUID | None = None,
    hostname: str | None = None,
    subject: str | None = None,
) -> None:
    """Add an event, and the job that mails of it, to the caller's transaction.

    ``subject`` is what the words need beside the hostname: a member's address, a version, why a
    scan or a verification failed. It is cut to what its column holds.
    """
    event = WorkspaceEvent(
        id=app.new_id(),
        workspace_id=workspace_id,
        kind=kind,
        domain_id=domain_id,
        hostname=hostname,
        subject=subject[:SUBJECT_CHARACTERS] if subject is not None else None,
    )
    session.add(event)
    enqueue(session, HAPPENED, {"event": str(event.id)}, now=app.now())


def find_event(session: Session, event_id: UUID) -> WorkspaceEvent | None:
    """Return the event, or None once it is forgotten."""
    return session.get(WorkspaceEvent, event_id)


def recent_events(
    session: Session, workspace_id: UUID, kinds: Collection[str], now: datetime
) -> list[WorkspaceEvent]:
    """Return the events of these kinds of the last 30 days, newest first."""
    return list(
        session.scalars(
            select(WorkspaceEvent)
            .where(
                WorkspaceEvent.workspace_id == workspace_id,
                WorkspaceEvent.id >= lowest_id(now - KEPT),
                WorkspaceEvent.kind.in_(kinds),
            )
            .order_by(WorkspaceEvent.id.desc())
        )
    )


def forget_old_events(session: Session, now: datetime) -> None:
    """Delete the events that no feed tells of any more."""
    session.execute(delete(WorkspaceEvent).where(WorkspaceEvent.id < lowest_id(now - KEPT)))
