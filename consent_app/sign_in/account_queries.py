"""Queries over what belongs to one account."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, func, select, update
from sqlalchemy.orm import Session

from consent_app.sign_in.models import BackupCode, UserSession


def backup_codes_left(session: Session, user_id: UUID) -> int:
    """Return how many of the user's backup codes are not used yet."""
    count = session.scalar(
        select(func.count())
        .select_from(BackupCode)
        .where(BackupCode.user_id == user_id, BackupCode.used_at.is_(None))
    )
    return count or 0


def live_sessions(session: Session, user_id: UUID, now: datetime) -> list[UserSession]:
    """Return the user's sessions that are neither revoked nor past their end, the newest first."""
    return list(
        session.scalars(
            select(UserSession)
            .where(UserSession.user_id == user_id, *_live(now))
            .order_by(UserSession.id.desc())
        )
    )


def is_live(session: Session, user_id: UUID, session_id: UUID, now: datetime) -> bool:
    """Whether this session of the user has not ended."""
    found = session.scalar(
        select(UserSession.id).where(
            UserSession.id == session_id, UserSession.user_id == user_id, *_live(now)
        )
    )
    return found is not None


def end_session(
    session: Session, user_id: UUID, session_id: UUID, now: datetime
) -> Row[Any] | None:
    """End a live session of the user; return its ``workspace_id``, or None where there is none."""
    statement = (
        update(UserSession)
        .where(UserSession.id == session_id, UserSession.user_id == user_id, *_live(now))
        .values(revoked_at=now)
        .returning(UserSession.workspace_id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none()


def _live(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return (UserSession.revoked_at.is_(None), UserSession.expires_at > now)
