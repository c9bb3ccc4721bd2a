"""Queries over where one user belongs, and over who belongs to one workspace."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Uuid, column, delete, exists, func, or_, select, table, update
from sqlalchemy.orm import Session, aliased

from consent_app.accounts.service import User
from consent_app.db.types import UtcDateTime
from consent_app.workspaces.models import Membership, Workspace
from consent_app.workspaces.queries import Access

# Named by a string, as a foreign key would: sessions are of a room that knows this one.
_sessions = table(
    "sessions",
    column("id", Uuid),
    column("user_id", Uuid),
    column("workspace_id", Uuid),
    column("revoked_at", UtcDateTime),
)


class Member(NamedTuple):
    """A membership with its user. ``id`` is the membership's; ``confirmed_at`` is when the address
    was proved, if it was.
    """

    id: UUID
    user_id: UUID
    email: str
    name: str | None
    role: str
    joined_at: datetime
    locale: str
    confirmed_at: datetime | None


_MEMBERS = select(
    Membership.id,
    Membership.user_id,
    User.email,
    User.name,
    Membership.role,
    Membership.created_at,
    User.locale,
    User.confirmed_at,
).join(User, User.id == Membership.user_id)


def members(session: Session, workspace_id: UUID) -> list[Member]:
    """Return the members of a workspace, the first joined first."""
    rows = session.execute(
        _MEMBERS.where(Membership.workspace_id == workspace_id).order_by(Membership.id)
    )
    return [Member(*row) for row in rows]


def members_like(session: Session, workspace_id: UUID, q: str, limit: int) -> list[Member]:
    """Return up to ``limit`` members with ``q`` in their name or address, whatever its case."""
    wanted = q.lower()
    named = func.lower(User.name).contains(wanted, autoescape=True)
    addressed = func.lower(User.email).contains(wanted, autoescape=True)
    # SQLite lowers ASCII alone: elsewhere what was typed may be found as it is.
    typed = User.name.contains(q, autoescape=True)
    rows = session.execute(
        _MEMBERS.where(Membership.workspace_id == workspace_id)
        .where(or_(named, addressed, typed))
        .order_by(Membership.id)
        .limit(limit)
    )
    return [Member(*row) for row in rows]


def member(session: Session, workspace_id: UUID, member_id: UUID) -> Member | None:
    """Return one member of a workspace, or None."""
    row = session.execute(
        _MEMBERS.where(Membership.workspace_id == workspace_id, Membership.id == member_id)
    ).one_or_none()
    return Member(*row) if row else None


def role_of(session: Session, workspace_id: UUID, user_id: UUID) -> str | None:
    """Return the role that the user has now, or None for no member."""
    return session.scalar(
        select(Membership.role).where(
            Membership.workspace_id == workspace_id, Membership.user_id == user_id
        )
    )


def owners(session: Session, workspace_id: UUID) -> int:
    """Return how many owners a workspace has."""
    count = session.scalar(
        select(func.count())
        .select_from(Membership)
        .where(Membership.workspace_id == workspace_id, Membership.role == "owner")
    )
    return count or 0


def delete_membership(session: Session, workspace_id: UUID, user_id: UUID) -> None:
    """Delete one membership."""
    session.execute(
        delete(Membership)
        .where(Membership.workspace_id == workspace_id, Membership.user_id == user_id)
        .execution_options(synchronize_session=False)
    )


def end_sessions(session: Session, workspace_id: UUID, user_id: UUID, now: datetime) -> None:
    """Revoke the sessions that a user has open in a workspace.

    Held first in the order of their ids, as wherever several sessions are changed.
    """
    held = session.scalars(
        select(_sessions.c.id)
        .where(
            _sessions.c.user_id == user_id,
            _sessions.c.workspace_id == workspace_id,
            _sessions.c.revoked_at.is_(None),
        )
        .order_by(_sessions.c.id)
        .with_for_update(key_share=True)
    ).all()
    session.execute(update(_sessions).where(_sessions.c.id.in_(held)).values(revoked_at=now))


def accesses_of(session: Session, user_id: UUID) -> list[Access]:
    """Return the user's workspaces with the role in each, the first joined first."""
    rows = session.execute(
        select(Workspace, Membership.role)
        .join(Membership, Membership.workspace_id == Workspace.id)
        .where(Membership.user_id == user_id)
        .order_by(Membership.id)
    )
    return [Access(workspace, role) for workspace, role in rows]


def lock_workspaces_of(session: Session, user_id: UUID) -> list[UUID]:
    """Return the ids of the user's workspaces, held to the end of the transaction.

    Always in one order, so that two who leave the same workspaces do not wait for each other.
    """
    belongs = exists().where(Membership.workspace_id == Workspace.id, Membership.user_id == user_id)
    return list(
        session.scalars(
            select(Workspace.id).where(belongs).order_by(Workspace.id).with_for_update()
        )
    )


def workspace_by_slug(session: Session, slug: str) -> Workspace | None:
    """Return the workspace as it is now, held to the end of the transaction, or None."""
    return session.scalars(
        select(Workspace)
        .where(Workspace.slug == slug)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one_or_none()


def has_member(session: Session, workspace_id: UUID) -> bool:
    """Whether anybody belongs to the workspace."""
    return bool(session.scalar(select(exists().where(Membership.workspace_id == workspace_id))))


def set_role(session: Session, workspace_id: UUID, user_id: UUID, role: str) -> None:
    """Give a member another role."""
    session.execute(
        update(Membership)
        .where(Membership.workspace_id == workspace_id, Membership.user_id == user_id)
        .values(role=role)
        .execution_options(synchronize_session=False)
    )


def would_lose_its_owner(session: Session, user_id: UUID) -> bool:
    """Whether a workspace with other members has this user as its only owner."""
    other = aliased(Membership)
    others = exists().where(other.workspace_id == Membership.workspace_id, other.user_id != user_id)
    return bool(
        session.scalar(
            select(
                exists().where(
                    Membership.user_id == user_id,
                    Membership.role == "owner",
                    others,
                    ~others.where(other.role == "owner"),
                )
            )
        )
    )
