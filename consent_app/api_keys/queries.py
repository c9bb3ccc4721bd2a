"""Queries over API keys."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Row, bindparam, delete, func, or_, select, update
from sqlalchemy.orm import Session

from consent_app.api_keys.models import ApiKey
from consent_app.workspaces.service import known_email

LAST_USE_INTERVAL = timedelta(minutes=1)


class RevokedKey(NamedTuple):
    """A key that was revoked or deleted just now."""

    id: UUID
    workspace_id: UUID
    name: str


def delete_keys_created_by(session: Session, user_id: UUID) -> list[RevokedKey]:
    """Delete the keys that a user created. Return those that were not revoked already."""
    statement = (
        delete(ApiKey)
        .where(ApiKey.created_by == user_id)
        .returning(ApiKey.id, ApiKey.workspace_id, ApiKey.name, ApiKey.revoked_at)
        .execution_options(synchronize_session=False)
    )
    rows = session.execute(statement)
    return [
        RevokedKey(row.id, row.workspace_id, row.name) for row in rows if row.revoked_at is None
    ]


def revoke_keys_created_by(session: Session, user_id: UUID, now: datetime) -> list[RevokedKey]:
    """Revoke the keys that a user created. Return those that were active."""
    statement = (
        update(ApiKey)
        .where(ApiKey.created_by == user_id, ApiKey.revoked_at.is_(None))
        .values(revoked_at=now)
        .returning(ApiKey.id, ApiKey.workspace_id, ApiKey.name)
        .execution_options(synchronize_session=False)
    )
    return [RevokedKey(*row) for row in session.execute(statement)]


_KEY = select(
    ApiKey.workspace_id,
    ApiKey.secret_hash,
    ApiKey.scopes,
    ApiKey.expires_at,
    ApiKey.last_used_at,
    ApiKey.revoked_at,
).where(ApiKey.id == bindparam("key_id"))


def get_key_columns(session: Session, key_id: UUID) -> Row[Any] | None:
    """Return the columns of a key that authentication needs, or None.

    Columns, not an entity: every request of the read API needs them, and this takes half the time.
    """
    return session.execute(_KEY, {"key_id": key_id}).one_or_none()


def get_api_keys(session: Session, workspace_id: UUID) -> list[tuple[ApiKey, str | None]]:
    """Return the workspace's active keys, newest first, with their creators' addresses."""
    rows = session.execute(
        select(ApiKey, known_email(workspace_id, ApiKey.created_by))
        .where(ApiKey.workspace_id == workspace_id, ApiKey.revoked_at.is_(None))
        .order_by(ApiKey.id.desc())
    )
    return [(row[0], row[1]) for row in rows]


def count_api_keys(session: Session, workspace_id: UUID) -> int:
    """Return the number of the workspace's active keys."""
    count = select(func.count()).where(
        ApiKey.workspace_id == workspace_id, ApiKey.revoked_at.is_(None)
    )
    return session.scalar(count) or 0


def revoke_api_key(session: Session, workspace_id: UUID, key_id: UUID, now: datetime) -> str | None:
    """Revoke a key of the workspace and return its name; None if there is no active one."""
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
    """Record that a key was used, at most once a minute."""
    session.execute(
        update(ApiKey)
        .where(
            ApiKey.id == key_id,
            or_(ApiKey.last_used_at.is_(None), ApiKey.last_used_at <= now - LAST_USE_INTERVAL),
        )
        .values(last_used_at=now)
        .execution_options(synchronize_session=False)
    )


def get_secret_hashes(session: Session, key_ids: Sequence[UUID]) -> dict[UUID, bytes]:
    """Return the digests of the keys that exist."""
    rows = session.execute(select(ApiKey.id, ApiKey.secret_hash).where(ApiKey.id.in_(key_ids)))
    return {row[0]: row[1] for row in rows}


def revoke_api_keys(session: Session, key_ids: Sequence[UUID], now: datetime) -> list[RevokedKey]:
    """Revoke keys of any workspaces. Return those that were active."""
    statement = (
        update(ApiKey)
        .where(ApiKey.id.in_(key_ids), ApiKey.revoked_at.is_(None))
        .values(revoked_at=now)
        .returning(ApiKey.id, ApiKey.workspace_id, ApiKey.name)
        .execution_options(synchronize_session=False)
    )
    return [RevokedKey(*row) for row in session.execute(statement)]
