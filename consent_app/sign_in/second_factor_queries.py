"""Queries over authenticators and backup codes."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from consent_app.sign_in.models import BackupCode, SecondFactor


def get_factor(session: Session, user_id: UUID) -> SecondFactor | None:
    """Return the user's authenticator, or None."""
    return session.get(SecondFactor, user_id)


def is_factor_bound(session: Session, user_id: UUID) -> bool | None:
    """Return whether a user's authenticator was set up with an invitation link only; None if the
    user has no authenticator."""
    row = session.execute(
        select(SecondFactor.bound).where(SecondFactor.user_id == user_id)
    ).one_or_none()
    return None if row is None else bool(row.bound)


def release_bound_factor(session: Session, user_id: UUID) -> None:
    """Mark the user's authenticator as the person's own."""
    session.execute(
        update(SecondFactor)
        .where(SecondFactor.user_id == user_id, SecondFactor.bound.is_(True))
        .values(bound=False)
        .execution_options(synchronize_session=False)
    )


def delete_factor(session: Session, user_id: UUID) -> None:
    """Delete the user's authenticator and its backup codes."""
    session.execute(
        delete(SecondFactor)
        .where(SecondFactor.user_id == user_id)
        .execution_options(synchronize_session=False)
    )


def delete_bound_factor(session: Session, user_id: UUID) -> bool:
    """Delete an authenticator that was set up with an invitation link only. False if there is
    none."""
    deleted = session.execute(
        delete(SecondFactor)
        .where(SecondFactor.user_id == user_id, SecondFactor.bound.is_(True))
        .returning(SecondFactor.user_id)
        .execution_options(synchronize_session=False)
    )
    return deleted.one_or_none() is not None


def replace_factor_secret(
    session: Session, user_id: UUID, sealed: str, step: int, now: datetime
) -> bool:
    """Replace the user's authenticator. False if the user has none."""
    statement = (
        update(SecondFactor)
        .where(SecondFactor.user_id == user_id)
        .values(secret_sealed=sealed, last_step=step, enrolled_at=now, bound=False)
        .returning(SecondFactor.user_id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def consume_step(session: Session, user_id: UUID, step: int) -> bool:
    """Consume a time step. False if it or a later one is consumed already."""
    statement = (
        update(SecondFactor)
        .where(SecondFactor.user_id == user_id, SecondFactor.last_step < step)
        .values(last_step=step)
        .returning(SecondFactor.user_id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def get_backup_code(session: Session, user_id: UUID, code_hash: bytes) -> BackupCode | None:
    """Return a backup code of the user by its hash, or None."""
    return session.get(BackupCode, (user_id, code_hash))


def consume_backup_code(session: Session, user_id: UUID, code_hash: bytes, now: datetime) -> bool:
    """Consume a backup code. False if it is consumed already."""
    statement = (
        update(BackupCode)
        .where(
            BackupCode.user_id == user_id,
            BackupCode.code_hash == code_hash,
            BackupCode.used_at.is_(None),
        )
        .values(used_at=now)
        .returning(BackupCode.user_id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def count_backup_codes(session: Session, user_id: UUID) -> int:
    """Return how many unused backup codes the user has."""
    count = session.scalar(
        select(func.count())
        .select_from(BackupCode)
        .where(BackupCode.user_id == user_id, BackupCode.used_at.is_(None))
    )
    return count or 0


def replace_backup_codes(session: Session, user_id: UUID, salt: bytes, hashes: list[bytes]) -> None:
    """Replace the user's backup codes."""
    session.execute(
        delete(BackupCode)
        .where(BackupCode.user_id == user_id)
        .execution_options(synchronize_session=False)
    )
    session.execute(
        update(SecondFactor)
        .where(SecondFactor.user_id == user_id)
        .values(backup_salt=salt)
        .execution_options(synchronize_session=False)
    )
    add_backup_codes(session, user_id, hashes)


def add_backup_codes(session: Session, user_id: UUID, hashes: list[bytes]) -> None:
    """Add a set of backup codes."""
    session.add_all(BackupCode(user_id=user_id, code_hash=code_hash) for code_hash in hashes)
    session.flush()
