"""Queries over the audit log, and over the changes that visitors notice."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from consent_app.db.session import affected_rows
from consent_app.db.upserts import upsert
from consent_app.events.models import AuditEvent, SiteChange


def delete_before(session: Session, event_id: UUID, limit: int) -> int:
    """Delete at most ``limit`` of the events before ``event_id``, and return their number.

    Ids are in the order of their times, so the primary key finds them.
    """
    past = (
        select(AuditEvent.id).where(AuditEvent.id < event_id).order_by(AuditEvent.id).limit(limit)
    )
    return affected_rows(
        session,
        delete(AuditEvent)
        .where(AuditEvent.id.in_(past))
        .execution_options(synchronize_session=False),
    )


def add_refusals(session: Session, event: AuditEvent, count: int) -> None:
    """Add to the count of the row that has the event's id. The row is created if it is missing."""
    session.execute(
        upsert(session, AuditEvent)
        .values(
            id=event.id,
            workspace_id=event.workspace_id,
            actor_kind=event.actor_kind,
            actor_id=event.actor_id,
            event=event.event,
            outcome=event.outcome,
            subject_id=event.subject_id,
            detail=[{"name": "count", "before": None, "after": "0"}],
        )
        .on_conflict_do_nothing(index_elements=["id"])
    )
    row = session.scalars(
        select(AuditEvent).where(AuditEvent.id == event.id).with_for_update()
    ).one()
    total = int(row.detail[0]["after"] or 0) + count
    row.detail = [{"name": "count", "before": None, "after": str(total)}]


def get_site_changes(session: Session, since: UUID) -> Sequence[SiteChange]:
    """Return the changes from the id ``since`` on, of all workspaces."""
    return session.scalars(select(SiteChange).where(SiteChange.id >= since)).all()


def delete_site_changes(session: Session, before: UUID) -> None:
    """Delete the changes before the id ``before``."""
    session.execute(
        delete(SiteChange)
        .where(SiteChange.id < before)
        .execution_options(synchronize_session=False)
    )
