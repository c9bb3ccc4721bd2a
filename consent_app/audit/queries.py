"""Queries over the audit log."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, String, Uuid, column, or_, select, table
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


def page_of_person(
    session: Session, user_id: UUID, kinds: Sequence[str], *, limit: int, cursor: UUID | None
) -> list[AuditEvent]:
    """Return up to ``limit`` events that a person did or that were done to them, newest first.

    ``kinds`` are what the events' names begin with. Two queries, each along its own index: one over
    both would sort everything.
    """
    found: dict[UUID, AuditEvent] = {}
    whose: tuple[ColumnElement[bool], ...] = (
        AuditEvent.actor_id == user_id,
        AuditEvent.subject_id == user_id,
    )
    for condition in whose:
        statement = select(AuditEvent).where(
            condition, or_(*(AuditEvent.event.startswith(f"{kind}.") for kind in kinds))
        )
        if cursor is not None:
            statement = statement.where(AuditEvent.id < cursor)
        rows = session.scalars(statement.order_by(AuditEvent.id.desc()).limit(limit))
        found.update((row.id, row) for row in rows)
    return sorted(found.values(), key=lambda event: event.id, reverse=True)[:limit]
