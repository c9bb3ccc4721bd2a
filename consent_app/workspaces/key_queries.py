"""Queries over many API keys at once, and over those who are told of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from consent_app.accounts.service import User
from consent_app.workspaces.models import ApiKey, Membership, Workspace


class RevokedKey(NamedTuple):
    """A key that was revoked just now."""

    id: UUID
    workspace_id: UUID
    name: str


class Owner(NamedTuple):
    """An owner of a workspace, as a mail needs them."""

    workspace_id: UUID
    workspace_name: str
    email: str
    locale: str


def secret_hashes(session: Session, key_ids: Sequence[UUID]) -> dict[UUID, bytes]:
    """Return the digests of the keys that there are."""
    rows = session.execute(select(ApiKey.id, ApiKey.secret_hash).where(ApiKey.id.in_(key_ids)))
    return {row[0]: row[1] for row in rows}


def revoke_api_keys(session: Session, key_ids: Sequence[UUID], now: datetime) -> list[RevokedKey]:
    """Revoke keys, of whatever workspaces; return those that were not revoked before."""
    statement = (
        update(ApiKey)
        .where(ApiKey.id.in_(key_ids), ApiKey.revoked_at.is_(None))
        .values(revoked_at=now)
        .returning(ApiKey.id, ApiKey.workspace_id, ApiKey.name)
        .execution_options(synchronize_session=False)
    )
    return [RevokedKey(*row) for row in session.execute(statement)]


def confirmed_owners(session: Session, workspace_ids: Sequence[UUID]) -> list[Owner]:
    """Return the owners of workspaces whose addresses are confirmed."""
    rows = session.execute(
        select(Workspace.id, Workspace.name, User.email, User.locale)
        .join(Membership, Membership.workspace_id == Workspace.id)
        .join(User, User.id == Membership.user_id)
        .where(
            Workspace.id.in_(workspace_ids),
            Membership.role == "owner",
            User.confirmed_at.is_not(None),
        )
        .order_by(Membership.id)
    )
    return [Owner(*row) for row in rows]
