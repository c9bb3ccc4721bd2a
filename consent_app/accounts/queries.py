"""Queries over users and their identities."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session

from consent_app.accounts.models import Identity, User


def get_user_by_email_key(session: Session, email_key: str) -> User | None:
    """Return the user whose address compares equal, or None."""
    return session.scalars(select(User).where(User.email_key == email_key)).one_or_none()


def get_users(session: Session, limit: int, cursor: UUID | None) -> list[User]:
    """Return up to ``limit`` users of the installation, newest first, after ``cursor``."""
    statement = select(User).order_by(User.id.desc()).limit(limit)
    if cursor is not None:
        statement = statement.where(User.id < cursor)
    return list(session.scalars(statement))


def get_user(session: Session, user_id: UUID) -> User | None:
    """Return the user, or None."""
    return session.get(User, user_id)


def lock_user(session: Session, user_id: UUID) -> User | None:
    """Return the current row of the user, locked to the end of the transaction, or None.

    The lock prevents changes, but not new rows that refer to the user.
    """
    return session.scalars(
        select(User)
        .where(User.id == user_id)
        .with_for_update(key_share=True)
        .execution_options(populate_existing=True)
    ).one_or_none()


def delete_user(session: Session, user_id: UUID) -> None:
    """Delete the user, with everything that only they own (by foreign keys)."""
    session.execute(
        delete(User).where(User.id == user_id).execution_options(synchronize_session=False)
    )


def mark_verified(session: Session, user_id: UUID, now: datetime) -> datetime:
    """Mark the address as verified, and return when it first was."""
    session.execute(
        update(User)
        .where(User.id == user_id, User.verified_at.is_(None))
        .values(verified_at=now)
        .execution_options(synchronize_session=False)
    )
    first = session.scalar(select(User.verified_at).where(User.id == user_id))
    assert first is not None
    return first


def forget_registrations(session: Session, verified_before: datetime) -> None:
    """Delete where accounts were registered whose addresses were verified before an instant."""
    session.execute(
        update(User)
        .where(
            or_(User.registered_from.is_not(None), User.registered_network.is_not(None)),
            User.verified_at < verified_before,
        )
        .values(registered_from=None, registered_network=None)
        .execution_options(synchronize_session=False)
    )


def set_password_hash(session: Session, user_id: UUID, password_hash: str) -> None:
    """Replace the user's password."""
    session.execute(
        update(User)
        .where(User.id == user_id)
        .values(password_hash=password_hash)
        .execution_options(synchronize_session=False)
    )


def mark_demo_used(session: Session, user_id: UUID, now: datetime) -> bool:
    """Mark the account's one demo as used. False if it was used before."""
    statement = (
        update(User)
        .where(User.id == user_id, User.demo_used_at.is_(None))
        .values(demo_used_at=now)
        .returning(User.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def get_user_of_identity(session: Session, issuer: str, subject: str) -> User | None:
    """Return the user to whom an identity is linked, or None."""
    user_id = session.scalar(
        select(Identity.user_id).where(Identity.issuer == issuer, Identity.subject == subject)
    )
    return get_user(session, user_id) if user_id is not None else None


def lock_user_of_identity(session: Session, issuer: str, subject: str) -> User | None:
    """Return the same as ``get_user_of_identity``, locked as by ``lock_user``.

    The identity may be unlinked while this waits for the lock: then it has no user.
    """
    user = get_user_of_identity(session, issuer, subject)
    locked = lock_user(session, user.id) if user is not None else None
    return locked if locked is get_user_of_identity(session, issuer, subject) else None


def has_other_identity(session: Session, user_id: UUID, issuer: str, subject: str) -> bool:
    """Return whether another subject of this issuer is linked to the user."""
    statement = select(Identity.subject).where(
        Identity.user_id == user_id, Identity.issuer == issuer, Identity.subject != subject
    )
    return session.scalar(statement) is not None


def get_identities(session: Session, user_id: UUID) -> list[Identity]:
    """Return the user's identities, the first linked first."""
    return list(
        session.scalars(
            select(Identity)
            .where(Identity.user_id == user_id)
            .order_by(Identity.linked_at, Identity.issuer)
        )
    )


def delete_identities(session: Session, user_id: UUID) -> None:
    """Unlink every identity of the user."""
    session.execute(
        delete(Identity)
        .where(Identity.user_id == user_id)
        .execution_options(synchronize_session=False)
    )
