"""Queries over invitations."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from consent_app.workspaces.models import ROLES, Invitation, role_at_least


class EndedInvitation(NamedTuple):
    """An invitation that was revoked just now."""

    id: UUID
    workspace_id: UUID


def get_invitation(session: Session, invitation_id: UUID) -> Invitation | None:
    """Return the invitation in any state, or None."""
    return session.get(Invitation, invitation_id)


def get_open_invitations(session: Session, workspace_id: UUID, now: datetime) -> list[Invitation]:
    """Return the workspace's open invitations, newest first."""
    return list(
        session.scalars(
            select(Invitation)
            .where(Invitation.workspace_id == workspace_id, *_open(now))
            .order_by(Invitation.id.desc())
        )
    )


def count_open_invitations(session: Session, workspace_id: UUID, now: datetime) -> int:
    """Return the number of the workspace's open invitations."""
    count = select(func.count()).where(Invitation.workspace_id == workspace_id, *_open(now))
    return session.scalar(count) or 0


def claim_invitation(session: Session, invitation_id: UUID, now: datetime) -> bool:
    """Claim an invitation. False if it is over. Of concurrent calls one gets True."""
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
    """Revoke an open invitation of the workspace. False if no open one has this id."""
    conditions = (Invitation.workspace_id == workspace_id, Invitation.id == invitation_id)
    return bool(_revoke(session, now, *conditions))


def revoke_invitations_of(
    session: Session, workspace_id: UUID, email_key: str, now: datetime
) -> list[EndedInvitation]:
    """Revoke the workspace's open invitations of an address. Return them."""
    return _revoke(
        session,
        now,
        Invitation.workspace_id == workspace_id,
        Invitation.email_key == email_key,
    )


def revoke_invitations_by(
    session: Session, user_id: UUID, role: str | None, now: datetime, workspace_id: UUID | None
) -> list[EndedInvitation]:
    """Revoke the open invitations that a user may no longer send with ``role``. Return them.

    ``role`` None revokes them all; ``workspace_id`` None, those of every workspace. The caller has
    locked the workspaces, so that none is added in the meantime.
    """
    conditions = [Invitation.invited_by == user_id]
    if workspace_id is not None:
        conditions.append(Invitation.workspace_id == workspace_id)
    if role is not None and role_at_least(role, "admin"):
        conditions.append(
            Invitation.role.not_in(
                [candidate for candidate in ROLES if role_at_least(role, candidate)]
            )
        )
    return _revoke(session, now, *conditions)


def delete_expired_invitations(session: Session, before: datetime) -> None:
    """Delete the invitations that expired before an instant, claimed and revoked ones too."""
    session.execute(delete(Invitation).where(Invitation.expires_at < before))


def _revoke(
    session: Session, now: datetime, *conditions: ColumnElement[bool]
) -> list[EndedInvitation]:
    statement = (
        update(Invitation)
        .where(*conditions, *_open(now))
        .values(revoked_at=now)
        .returning(Invitation.id, Invitation.workspace_id)
        .execution_options(synchronize_session=False)
    )
    return sorted(EndedInvitation(*row) for row in session.execute(statement))


def _open(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (
        Invitation.claimed_at.is_(None),
        Invitation.revoked_at.is_(None),
        Invitation.expires_at > now,
    )
