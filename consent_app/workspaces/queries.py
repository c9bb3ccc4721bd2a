"""Queries over workspaces, memberships and API keys."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Row,
    String,
    Uuid,
    bindparam,
    column,
    delete,
    exists,
    func,
    or_,
    select,
    table,
    update,
)
from sqlalchemy.orm import Session

from consent_app.accounts.service import User
from consent_app.workspaces.models import ApiKey, Invitation, Membership, Workspace

LAST_USE_INTERVAL = timedelta(minutes=1)

# Named by a string, as a foreign key would: domains are of a room that knows this one.
_domains = table("domains", column("workspace_id", Uuid), column("region", String))


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


def hold_workspace(session: Session, workspace_id: UUID) -> Workspace | None:
    """Return the workspace as it is now, held to the end of the transaction, or None."""
    return session.scalars(
        select(Workspace)
        .where(Workspace.id == workspace_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one_or_none()


def has_domain_in(session: Session, workspace_id: UUID, region: str) -> bool:
    """Whether a domain of the workspace declares this region."""
    domains = _domains.c
    return bool(
        session.scalar(
            select(exists().where(domains.workspace_id == workspace_id, domains.region == region))
        )
    )


def retentions(session: Session, region: str) -> list[tuple[UUID, int, bool]]:
    """Return each workspace's retention in months, and whether it has a domain in ``region``."""
    domains = _domains.c
    in_region = exists().where(domains.workspace_id == Workspace.id, domains.region == region)
    rows = session.execute(select(Workspace.id, Workspace.retention_months, in_region))
    return [(row[0], row[1], bool(row[2])) for row in rows]


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


def revoke_keys_made_by(session: Session, user_id: UUID, now: datetime) -> None:
    """Revoke the keys that a user made."""
    session.execute(
        update(ApiKey)
        .where(ApiKey.created_by == user_id, ApiKey.revoked_at.is_(None))
        .values(revoked_at=now)
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


_KEY = select(
    ApiKey.workspace_id,
    ApiKey.secret_hash,
    ApiKey.scopes,
    ApiKey.expires_at,
    ApiKey.last_used_at,
    ApiKey.revoked_at,
).where(ApiKey.id == bindparam("key_id"))


def api_key_by_id(session: Session, key_id: UUID) -> Row[Any] | None:
    """Return what authentication looks at of a key, or None.

    Columns, not an entity: every request of the read API comes here, and it halves the time.
    """
    return session.execute(_KEY, {"key_id": key_id}).one_or_none()


def api_keys(session: Session, workspace_id: UUID) -> list[tuple[ApiKey, str | None]]:
    """Return the workspace's keys that are not revoked, newest first, with makers' addresses."""
    rows = session.execute(
        select(ApiKey, User.email)
        .outerjoin(User, User.id == ApiKey.created_by)
        .where(ApiKey.workspace_id == workspace_id, ApiKey.revoked_at.is_(None))
        .order_by(ApiKey.id.desc())
    )
    return [(row[0], row[1]) for row in rows]


def count_api_keys(session: Session, workspace_id: UUID) -> int:
    """Return how many keys of the workspace are not revoked."""
    count = select(func.count()).where(
        ApiKey.workspace_id == workspace_id, ApiKey.revoked_at.is_(None)
    )
    return session.scalar(count) or 0


def revoke_api_key(session: Session, workspace_id: UUID, key_id: UUID, now: datetime) -> str | None:
    """Revoke a key of the workspace; return its name, or None where there is none to revoke."""
    return session.scalar(
        update(ApiKey)
        .where(
            ApiKey.workspace_id == workspace_id, ApiKey.id == key_id, ApiKey.revoked_at.is_(None)
        )
        .values(revoked_at=now)
        .returning(ApiKey.name)
        .execution_options(synchronize_session=False)
    )


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


def invitation_by_id(session: Session, invitation_id: UUID) -> Invitation | None:
    """Return the invitation, whatever its state, or None."""
    return session.get(Invitation, invitation_id)


def open_invitations(session: Session, workspace_id: UUID, now: datetime) -> list[Invitation]:
    """Return the workspace's invitations that may still be claimed, newest first."""
    return list(
        session.scalars(
            select(Invitation)
            .where(Invitation.workspace_id == workspace_id, *_open(now))
            .order_by(Invitation.id.desc())
        )
    )


def count_open_invitations(session: Session, workspace_id: UUID, now: datetime) -> int:
    """Return how many invitations of the workspace may still be claimed."""
    count = select(func.count()).where(Invitation.workspace_id == workspace_id, *_open(now))
    return session.scalar(count) or 0


def claim_invitation(session: Session, invitation_id: UUID, now: datetime) -> bool:
    """Claim an invitation; False when it is over. One of any number at once gets True."""
    statement = (
        update(Invitation)
        .where(Invitation.id == invitation_id, *_open(now))
        .values(claimed_at=now)
        .returning(Invitation.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def revoke_invitation(
    session: Session, workspace_id: UUID, invitation_id: UUID, now: datetime
) -> bool:
    """Revoke an open invitation of the workspace; False where there is none."""
    return _revoke(
        session, now, Invitation.workspace_id == workspace_id, Invitation.id == invitation_id
    )


def revoke_invitations_of(
    session: Session, workspace_id: UUID, email_key: str, now: datetime
) -> None:
    """Revoke whatever invitations of an address the workspace has open."""
    _revoke(
        session,
        now,
        Invitation.workspace_id == workspace_id,
        Invitation.email_key == email_key,
    )


def _revoke(session: Session, now: datetime, *where: ColumnElement[bool]) -> bool:
    statement = (
        update(Invitation)
        .where(*where, *_open(now))
        .values(revoked_at=now)
        .returning(Invitation.id)
        .execution_options(synchronize_session=False)
    )
    return bool(session.execute(statement).all())


def _open(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        Invitation.claimed_at.is_(None),
        Invitation.revoked_at.is_(None),
        Invitation.expires_at > now,
    )
