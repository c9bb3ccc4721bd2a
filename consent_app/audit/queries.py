"""Queries over the audit log: a workspace's events, and those about a user."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, select, text
from sqlalchemy.orm import Session

from consent_app.accounts.read_models import User
from consent_app.events.read_models import CONCERNS_SECURITY, AuditEvent
from consent_app.workspaces.service import known_email


@dataclass(frozen=True, slots=True)
class AuditFilters:
    """The filters of a workspace's audit log. None means no filter."""

    event: str | None = None
    actor_id: UUID | None = None


class AuditedEvent(NamedTuple):
    """An event of the audit log, with the address by which its workspace knows who caused it."""

    event: AuditEvent
    actor_email: str | None


def get_audit_events(
    session: Session,
    workspace_id: UUID | None,
    filters: AuditFilters,
    limit: int,
    cursor: UUID | None,
) -> list[AuditedEvent]:
    """Return up to ``limit`` events of a workspace, newest first, after ``cursor``.

    Without ``workspace_id``, those that belong to no workspace, with present addresses.
    """
    email: ColumnElement[str | None]
    if workspace_id is None:
        email = select(User.email).where(User.id == AuditEvent.actor_id).scalar_subquery()
    else:
        email = known_email(workspace_id, AuditEvent.actor_id)
    statement = select(AuditEvent, email).where(AuditEvent.workspace_id == workspace_id)
    if filters.event is not None:
        statement = statement.where(AuditEvent.event == filters.event)
    if filters.actor_id is not None:
        statement = statement.where(AuditEvent.actor_id == filters.actor_id)
    if cursor is not None:
        statement = statement.where(AuditEvent.id < cursor)
    rows = session.execute(statement.order_by(AuditEvent.id.desc()).limit(limit))
    return [AuditedEvent(row[0], row[1]) for row in rows]


def get_security_events(
    session: Session, user_id: UUID, limit: int, cursor: UUID | None
) -> list[AuditEvent]:
    """Return up to ``limit`` security events that a user caused or that concern them, newest first.

    This makes two queries, each along its own index: a single one would sort all rows.
    """
    events: dict[UUID, AuditEvent] = {}
    conditions: tuple[ColumnElement[bool], ...] = (
        AuditEvent.actor_id == user_id,
        AuditEvent.subject_id == user_id,
    )
    for condition in conditions:
        statement = select(AuditEvent).where(condition, text(f"({CONCERNS_SECURITY})"))
        if cursor is not None:
            statement = statement.where(AuditEvent.id < cursor)
        rows = session.scalars(statement.order_by(AuditEvent.id.desc()).limit(limit))
        events.update((row.id, row) for row in rows)
    return sorted(events.values(), key=lambda event: event.id, reverse=True)[:limit]
