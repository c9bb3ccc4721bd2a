"""Queries over where one user belongs."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session, aliased

from consent_app.workspaces.models import Membership, Workspace
from consent_app.workspaces.queries import Access


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
