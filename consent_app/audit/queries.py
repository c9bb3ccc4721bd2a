"""Queries over the audit log."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import String, Uuid, column, select, table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app.audit.models import AuditEvent

# Named by a string, as a foreign key would: this room knows no feature.
_users = table("users", column("id", Uuid), column("email", String))


def page(
    session: Session,
    workspace_id: UUID,
    *,
    event: str | None,
    actor_id: UUID | None,
    limit: int,
    cursor: UUID | None,
) -> list[tuple[AuditEvent, str | None]]:
    """Return up to ``limit`` pairs of event and actor's address, newest first, after ``cursor``."""
    statement = (
        select(AuditEvent, _users.c.email)
        .outerjoin(_users, _users.c.id == AuditEvent.actor_id)
        .where(AuditEvent.workspace_id == workspace_id)
    )
    if event is not None:
        statement = statement.where(AuditEvent.event == event)
    if actor_id is not None:
        statement = statement.where(AuditEvent.actor_id == actor_id)
    if cursor is not None:
        statement = statement.where(AuditEvent.id < cursor)
    rows = session.execute(statement.order_by(AuditEvent.id.desc()).limit(limit))
    return [(row[0], row[1]) for row in rows]


def add_refusals(session: Session, event: AuditEvent, count: int) -> None:
    """Add to the count of the row that has the event's id, which is made where it is missing."""
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.execute(
        dialect.insert(AuditEvent)
        .values(
            id=event.id,
            workspace_id=event.workspace_id,
            actor_kind=event.actor_kind,
            actor_id=event.actor_id,
            event=event.event,
            outcome=event.outcome,
            subject_id=event.subject_id,
            detail={"count": "0"},
        )
        .on_conflict_do_nothing(index_elements=["id"])
    )
    held = select(AuditEvent).where(AuditEvent.id == event.id).with_for_update()
    row = session.scalars(held).one()
    row.detail = {"count": str(int(row.detail["count"]) + count)}
