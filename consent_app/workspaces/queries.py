"""Queries over workspaces, memberships and API keys."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import delete, exists, or_, select, update
from sqlalchemy.orm import Session

from consent_app.workspaces.models import ApiKey, Membership, Workspace

LAST_USE_INTERVAL = timedelta(minutes=1)


class Access(NamedTuple):
    """A workspace and the role that one user has in it."""

    workspace: Workspace
    role: str


def workspace_by_id(session: Session, workspace_id: UUID) -> Workspace | None:
    """Return the workspace, or None."""
    return session.get(Workspace, workspace_id)


def access_by_slug(session: Session, user_id: UUID | None, slug: str) -> Access | None:
    """Return the workspace ``slug`` and the user's role in it; None where either is missing."""
    row = session.execute(
        select(Workspace, Membership.role)
        .join(Membership, Membership.workspace_id == Workspace.id)
        .where(Workspace.slug == slug, Membership.user_id == user_id)
    ).one_or_none()
    return Access(row[0], row[1]) if row else None


def access_by_id(session: Session, user_id: UUID, workspace_id: UUID) -> Access | None:
    """Return the workspace and the user's role in it; None where either is missing."""
    row = session.execute(
        select(Workspace, Membership.role)
        .join(Membership, Membership.workspace_id == Workspace.id)
        .where(Workspace.id == workspace_id, Membership.user_id == user_id)
    ).one_or_none()
    return Access(row[0], row[1]) if row else None


def lock_workspace(session: Session, workspace_id: UUID) -> None:
    """Hold the workspace's row to the end of the transaction, so that others wait their turn."""
    session.execute(select(Workspace.id).where(Workspace.id == workspace_id).with_for_update())


def slugs_like(session: Session, slug: str) -> set[str]:
    """Return the slugs that are taken and begin with ``slug``."""
    return set(session.scalars(select(Workspace.slug).where(Workspace.slug.startswith(slug))))


def delete_memberships(session: Session, user_id: UUID) -> list[UUID]:
    """Delete all memberships of a user; return the workspaces they were of."""
    return list(
        session.scalars(
            delete(Membership)
            .where(Membership.user_id == user_id)
            .returning(Membership.workspace_id)
            .execution_options(synchronize_session=False)
        )
    )


def delete_keys_made_by(session: Session, user_id: UUID) -> None:
    """Delete the keys that a user made."""
    session.execute(
        delete(ApiKey)
        .where(ApiKey.created_by == user_id)
        .execution_options(synchronize_session=False)
    )


def suspend_if_empty(session: Session, workspace_id: UUID, now: datetime) -> None:
    """Suspend a workspace that has no member."""
    session.execute(
        update(Workspace)
        .where(
            Workspace.id == workspace_id,
            Workspace.suspended_at.is_(None),
            ~exists().where(Membership.workspace_id == workspace_id),
        )
        .values(suspended_at=now)
        .execution_options(synchronize_session=False)
    )


def api_key_by_id(session: Session, key_id: UUID) -> ApiKey | None:
    """Return the key, or None."""
    return session.get(ApiKey, key_id)


def touch_api_key(session: Session, key_id: UUID, now: datetime) -> None:
    """Note that a key was used, at most once a minute."""
    session.execute(
        update(ApiKey)
        .where(
            ApiKey.id == key_id,
            or_(ApiKey.last_used_at.is_(None), ApiKey.last_used_at <= now - LAST_USE_INTERVAL),
        )
        .values(last_used_at=now)
        .execution_options(synchronize_session=False)
    )
