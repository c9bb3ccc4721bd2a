"""Queries over sessions and what descends from them.

Whoever changes several sessions holds them first, in the order of their ids; redeeming a hand-off
and ending a session hold the root. So neither waits for the other in a circle, and nothing comes
out of a session that has just ended.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Row, exists, or_, select, update
from sqlalchemy.orm import Session, aliased

from consent_app.sign_in.models import UserSession


def live_sessions(session: Session, user_id: UUID, now: datetime) -> list[UserSession]:
    """Return the user's sessions that are neither revoked nor past their end, the newest first."""
    return list(
        session.scalars(
            select(UserSession)
            .where(UserSession.user_id == user_id, *_live(now))
            .order_by(UserSession.id.desc())
        )
    )


def get_live(
    session: Session, user_id: UUID, session_id: UUID, now: datetime
) -> UserSession | None:
    """Return this session of the user as it is now, None where it or its root has ended."""
    return session.scalars(
        select(UserSession)
        .where(UserSession.id == session_id, UserSession.user_id == user_id, *_live(now))
        .execution_options(populate_existing=True)
    ).one_or_none()


def live_columns(
    session: Session, user_id: UUID, session_id: UUID, now: datetime
) -> Row[UUID | None, bool | None] | None:
    """Return ``workspace_id`` and ``bound`` of a live session: every request comes here."""
    return session.execute(
        select(UserSession.workspace_id, UserSession.bound).where(
            UserSession.id == session_id, UserSession.user_id == user_id, *_live(now)
        )
    ).one_or_none()


def lock_live(
    session: Session, user_id: UUID, session_id: UUID, now: datetime
) -> UserSession | None:
    """Return a live session of the user with its root held, None where either has ended."""
    lock_root(session, session_id)
    return get_live(session, user_id, session_id, now)


def lock_root(session: Session, session_id: UUID) -> None:
    """Hold the root of a session to the end of the transaction, against changes alone."""
    row = session.execute(
        select(UserSession.id, UserSession.root_id).where(UserSession.id == session_id)
    ).one_or_none()
    if row is not None:
        _lock(session, UserSession.id == (row.root_id or row.id))


def end_with_descendants(session: Session, session_id: UUID, now: datetime) -> None:
    """Revoke a session and all that its hand-offs made: the tokens of each end at once."""
    lock_root(session, session_id)
    line = select(UserSession.id).where(UserSession.id == session_id).cte("line", recursive=True)
    child = aliased(UserSession)
    line = line.union(select(child.id).where(child.parent_id == line.c.id))
    _revoke(session, now, UserSession.id.in_(select(line.c.id)))


def end_all(session: Session, user_id: UUID, now: datetime, but: UUID | None) -> int:
    """Revoke the user's sessions and return how many were live. ``but`` one stays, and its root:
    without that it would be over.
    """
    ended = [UserSession.user_id == user_id]
    if but is not None:
        kept = select(UserSession.root_id).where(UserSession.id == but)
        root_id = session.scalar(kept)
        ended.append(UserSession.id.not_in([but, root_id or but]))
    return _revoke(session, now, *ended)


def end_bound(session: Session, user_id: UUID, now: datetime) -> None:
    """Revoke the user's sessions that rest on an invitation's link alone."""
    _revoke(session, now, UserSession.user_id == user_id, UserSession.bound.is_(True))


def end_in_workspace(session: Session, user_id: UUID, workspace_id: UUID, now: datetime) -> None:
    """Revoke the sessions that the user has open in a workspace."""
    _revoke(session, now, UserSession.user_id == user_id, UserSession.workspace_id == workspace_id)


def _revoke(session: Session, now: datetime, *where: ColumnElement[bool]) -> int:
    held = _lock(session, *where, UserSession.revoked_at.is_(None))
    session.execute(
        update(UserSession)
        .where(UserSession.id.in_(held))
        .values(revoked_at=now)
        .execution_options(synchronize_session=False)
    )
    return len(held)


def _lock(session: Session, *where: ColumnElement[bool]) -> list[UUID]:
    return list(
        session.scalars(
            select(UserSession.id)
            .where(*where)
            .order_by(UserSession.id)
            .with_for_update(key_share=True)
        )
    )


def _live(now: datetime) -> tuple[ColumnElement[bool], ...]:
    root = aliased(UserSession)
    root_is_live = exists().where(root.id == UserSession.root_id, root.revoked_at.is_(None))
    return (
        UserSession.revoked_at.is_(None),
        UserSession.expires_at > now,
        or_(UserSession.root_id.is_(None), root_is_live),
    )
