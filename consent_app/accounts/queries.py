"""Queries over users."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from consent_app.accounts.models import User


def user_by_email_key(session: Session, email_key: str) -> User | None:
    """Return the user whose address compares equal, or None."""
    return session.scalars(select(User).where(User.email_key == email_key)).one_or_none()


def user_by_id(session: Session, user_id: UUID) -> User | None:
    """Return the user, or None."""
    return session.get(User, user_id)


def lock_user(session: Session, user_id: UUID) -> User | None:
    """Return the user as it is now, held to the end of the transaction, or None.

    Held against changes alone, not against rows of others that refer to it.
    """
    return session.scalars(
        select(User)
        .where(User.id == user_id)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    ).one_or_none()


def delete_user(session: Session, user_id: UUID) -> None:
    """Delete the user, with all that is theirs alone (by foreign keys)."""
    session.execute(
        delete(User).where(User.id == user_id).execution_options(synchronize_session=False)
    )


def mark_confirmed(session: Session, user_id: UUID, now: datetime) -> datetime:
    """Note that the address was confirmed, and return when it first was."""
    session.execute(
        update(User)
        .where(User.id == user_id, User.confirmed_at.is_(None))
        .values(confirmed_at=now)
        .execution_options(synchronize_session=False)
    )
    first = session.scalar(select(User.confirmed_at).where(User.id == user_id))
    assert first is not None
    return first


def set_password_hash(session: Session, user_id: UUID, password_hash: str) -> None:
    """Replace the user's password."""
    session.execute(
        update(User)
        .where(User.id == user_id)
        .values(password_hash=password_hash)
        .execution_options(synchronize_session=False)
    )


def spend_demo(session: Session, user_id: UUID, now: datetime) -> bool:
    """Mark the account's one demo as used; False when it was used before."""
    statement = (
        update(User)
        .where(User.id == user_id, User.demo_used_at.is_(None))
        .values(demo_used_at=now)
        .returning(User.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None
