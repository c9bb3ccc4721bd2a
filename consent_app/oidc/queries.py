"""Queries over used ID tokens and nonces."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.orm import Session

from consent_app.db.upserts import upsert
from consent_app.oidc.models import UsedIdToken


def use_once(session: Session, digest: bytes, expires_at: datetime) -> bool:
    """Store a use. False if it was stored before. Of concurrent calls one gets True."""
    statement = (
        upsert(session, UsedIdToken)
        .values(digest=digest, expires_at=expires_at)
        .on_conflict_do_nothing()
        .returning(UsedIdToken.digest)
    )
    return session.execute(statement).one_or_none() is not None


def delete_expired_uses(session: Session, now: datetime) -> None:
    """Delete expired uses."""
    session.execute(
        delete(UsedIdToken)
        .where(UsedIdToken.expires_at < now)
        .execution_options(synchronize_session=False)
    )
