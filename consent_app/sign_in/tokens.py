"""One-time tokens in the database: issued, found, and spent in one conditional statement."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from consent_app.db.ids import new_id
from consent_app.security.tokens import new_token, token_digest
from consent_app.sign_in.models import OneTimeToken


class Purpose(StrEnum):
    """What a token is for. A token of one purpose is unknown to every other."""

    SETUP = "challenge_setup"
    VERIFY = "challenge_verify"
    HANDOFF = "handoff"
    ACCOUNT_HANDOFF = "account_handoff"
    REFRESH = "refresh"
    CONFIRM_ADDRESS = "confirm_address"
    RESET_PASSWORD = "reset_password"  # noqa: S105 - a name, not a password
    DISOWN_ACCOUNT = "disown_account"
    CHANGE_ADDRESS = "change_address"
    REPLACE_FACTOR = "challenge_replace"


LIFETIMES = {
    Purpose.SETUP: timedelta(minutes=10),
    Purpose.VERIFY: timedelta(minutes=10),
    Purpose.HANDOFF: timedelta(seconds=60),
    Purpose.ACCOUNT_HANDOFF: timedelta(seconds=60),
    Purpose.REFRESH: timedelta(days=30),
    Purpose.CONFIRM_ADDRESS: timedelta(days=3),
    Purpose.RESET_PASSWORD: timedelta(minutes=30),
    Purpose.DISOWN_ACCOUNT: timedelta(days=30),
    Purpose.CHANGE_ADDRESS: timedelta(days=3),
    Purpose.REPLACE_FACTOR: timedelta(minutes=10),
}
"""How long a token of each purpose is valid (``docs/decisions.md`` §3)."""


def issue(
    session: Session,
    purpose: Purpose,
    user_id: UUID,
    now: datetime,
    *,
    workspace_id: UUID | None = None,
    session_id: UUID | None = None,
    not_after: datetime | None = None,
    bound: bool = False,
    sealed: str | None = None,
) -> str:
    """Add a token and return its text, which is kept nowhere. ``not_after`` cuts its lifetime.

    ``bound``: the session that it leads to stays in its workspace. ``sealed`` is kept with it.
    """
    token = new_token()
    expires_at = now + LIFETIMES[purpose]
    session.add(
        OneTimeToken(
            id=new_id(),
            purpose=purpose,
            token_hash=token.digest,
            user_id=user_id,
            workspace_id=workspace_id,
            session_id=session_id,
            bound=bound,
            sealed=sealed,
            attempts=0,
            created_at=now,
            expires_at=min(expires_at, not_after) if not_after else expires_at,
        )
    )
    session.flush()
    return token.text


def find(session: Session, purpose: Purpose, text: str) -> OneTimeToken | None:
    """Return the token, whatever its state, or None."""
    return session.scalars(
        select(OneTimeToken).where(
            OneTimeToken.token_hash == token_digest(text), OneTimeToken.purpose == purpose
        )
    ).one_or_none()


def find_live(session: Session, purpose: Purpose, text: str, now: datetime) -> OneTimeToken | None:
    """Return the token if it is neither spent nor expired, else None."""
    token = find(session, purpose, text)
    if token is None or token.spent_at is not None or token.expires_at <= now:
        return None
    return token


def spend(session: Session, token_id: UUID, now: datetime) -> bool:
    """Spend a token; False when it is spent or expired. One of any number at once gets True."""
    statement = (
        update(OneTimeToken)
        .where(
            OneTimeToken.id == token_id,
            OneTimeToken.spent_at.is_(None),
            OneTimeToken.expires_at > now,
        )
        .values(spent_at=now)
        .returning(OneTimeToken.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def spend_all(session: Session, purpose: Purpose, user_id: UUID, now: datetime) -> None:
    """Spend every token of one purpose that a user has."""
    session.execute(
        update(OneTimeToken)
        .where(
            OneTimeToken.user_id == user_id,
            OneTimeToken.purpose == purpose,
            OneTimeToken.spent_at.is_(None),
        )
        .values(spent_at=now)
        .execution_options(synchronize_session=False)
    )
