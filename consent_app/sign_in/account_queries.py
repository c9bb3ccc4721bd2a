"""Queries over what belongs to one account."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from consent_app.sign_in.models import BackupCode


def backup_codes_left(session: Session, user_id: UUID) -> int:
    """Return how many of the user's backup codes are not used yet."""
    count = session.scalar(
        select(func.count())
        .select_from(BackupCode)
        .where(BackupCode.user_id == user_id, BackupCode.used_at.is_(None))
    )
    return count or 0
