"""Queries over workspaces."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import Connection, delete, exists, select, update
from sqlalchemy.orm import Session

from consent_app.accounts.read_models import User
from consent_app.workspaces.models import Membership, Workspace


class Owner(NamedTuple):
    """An owner of a workspace, as an email needs them."""

    workspace_id: UUID
    workspace_name: str
    email: str
    locale: str


def get_workspace(session: Session, workspace_id: UUID) -> Workspace | None:
    """Return the workspace, or None."""
    return session.get(Workspace, workspace_id)


def get_workspace_by_slug(session: Session, slug: str) -> Workspace | None:
    """Return the workspace with this slug, in any case, or None."""
    return session.scalars(select(Workspace).where(Workspace.slug == slug.lower())).one_or_none()


def get_workspace_ids(session: Session) -> list[UUID]:
    """Return the ids of all workspaces."""
    return list(session.scalars(select(Workspace.id)))


def get_workspaces(session: Session, limit: int, cursor: UUID | None) -> list[Workspace]:
    """Return up to ``limit`` workspaces of the installation, newest first, after ``cursor``."""
    statement = select(Workspace).order_by(Workspace.id.desc()).limit(limit)
    if cursor is not None:
        statement = statement.where(Workspace.id < cursor)
    return list(session.scalars(statement))


def get_slugs_on_other_plans(
    connection: Connection, plan_ids: Collection[str], limit: int
) -> list[str]:
    """Return the slugs of up to ``limit`` workspaces whose plan is none of these."""
    statement = select(Workspace.slug).where(Workspace.plan.not_in(plan_ids))
    return list(connection.scalars(statement.order_by(Workspace.slug).limit(limit)))


def delete_workspace(session: Session, workspace_id: UUID) -> None:
    """Delete a workspace and everything that belongs only to it (by foreign keys)."""
    statement = delete(Workspace).where(Workspace.id == workspace_id)
    session.execute(statement.execution_options(synchronize_session=False))


def lock_workspace(session: Session, workspace_id: UUID) -> Workspace | None:
    """Return the workspace as it is now, locked to the end of the transaction, or None.

    The lock prevents changes, but not new rows that refer to the workspace, such as the audit
    events of other transactions.
    """
    return session.scalars(
        select(Workspace)
        .where(Workspace.id == workspace_id)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    ).one_or_none()


def lock_workspace_by_slug(session: Session, slug: str) -> Workspace | None:
    """Return the workspace as it is now, locked like by ``lock_workspace``, or None."""
    return session.scalars(
        select(Workspace)
        .where(Workspace.slug == slug.lower())
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    ).one_or_none()


def get_slugs(session: Session, slug: str) -> set[str]:
    """Return the existing slugs that begin with ``slug``."""
    return set(session.scalars(select(Workspace.slug).where(Workspace.slug.startswith(slug))))


def suspend_if_empty(session: Session, workspace_id: UUID, now: datetime) -> bool:
    """Suspend a workspace that has no member. Return whether this suspended it."""
    statement = (
        update(Workspace)
        .where(
            Workspace.id == workspace_id,
            Workspace.suspended_at.is_(None),
            ~exists().where(Membership.workspace_id == workspace_id),
        )
        .values(suspended_at=now)
        .returning(Workspace.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def get_verified_owners(session: Session, workspace_ids: Sequence[UUID]) -> list[Owner]:
    """Return the owners of workspaces whose addresses are verified, without disabled accounts."""
    rows = session.execute(
        select(Workspace.id, Workspace.name, User.email, User.locale)
        .join(Membership, Membership.workspace_id == Workspace.id)
        .join(User, User.id == Membership.user_id)
        .where(
            Workspace.id.in_(workspace_ids),
            Membership.role == "owner",
            User.verified_at.is_not(None),
            User.disabled_at.is_(None),
        )
        .order_by(Membership.id)
    )
    return [Owner(*row) for row in rows]
