"""One-time tokens in the database: issued, looked up, and consumed in one conditional statement."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.orm import Session

from consent_app.db.ids import new_id
from consent_app.security.tokens import new_token, token_digest
from consent_app.sessions.models import LIFETIMES, OneTimeToken, Purpose


@dataclass(frozen=True, slots=True)
class TokenScope:
    """The content of a token besides its user.

    ``lifetime`` replaces its purpose's; ``not_after`` limits it. ``bound`` limits the resulting
    session to its workspace. ``sealed`` is an encrypted value stored with it.
    """

    workspace_id: UUID | None = None
    session_id: UUID | None = None
    lifetime: timedelta | None = None
    not_after: datetime | None = None
    bound: bool = False
    sealed: str | None = None


USER_ALONE = TokenScope()


def issue_token(
    session: Session,
    purpose: Purpose,
    user_id: UUID,
    now: datetime,
    scope: TokenScope = USER_ALONE,
) -> str:
    """Add a token and return its text, which is stored nowhere."""
    token = new_token()
    expires_at = now + (scope.lifetime or LIFETIMES[purpose])
    session.add(
        OneTimeToken(
            id=new_id(),
            purpose=purpose,
            token_hash=token.digest,
            user_id=user_id,
            workspace_id=scope.workspace_id,
            session_id=scope.session_id,
            bound=scope.bound,
            sealed=scope.sealed,
            attempts=0,
            created_at=now,
            expires_at=min(expires_at, scope.not_after) if scope.not_after else expires_at,
        )
    )
    session.flush()
    return token.text


def get_token(session: Session, purpose: Purpose, text: str) -> OneTimeToken | None:
    """Return the token in any state, or None."""
    return session.scalars(
        select(OneTimeToken).where(
            OneTimeToken.token_hash == token_digest(text), OneTimeToken.purpose == purpose
        )
    ).one_or_none()


def get_live_token(
    session: Session, purpose: Purpose, text: str, now: datetime
) -> OneTimeToken | None:
    """Return the token if it is neither consumed nor expired, or None."""
    token = get_token(session, purpose, text)
    if token is None or token.spent_at is not None or token.expires_at <= now:
        return None
    return token


def consume_token(session: Session, token_id: UUID, now: datetime) -> bool:
    """Consume a token. False if it is consumed or expired. Of concurrent calls one gets True."""
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


def revoke_tokens(
    session: Session, purposes: Collection[Purpose], user_id: UUID, now: datetime
) -> None:
    """Consume every token of some purposes that a user has, one purpose after the other."""
    for purpose in purposes:
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


def count_attempt(session: Session, token_id: UUID, max_attempts: int) -> bool:
    """Count an attempt against a challenge. False if it accepts no more, or is consumed."""
    statement = (
        update(OneTimeToken)
        .where(
            OneTimeToken.id == token_id,
            OneTimeToken.spent_at.is_(None),
            OneTimeToken.attempts < max_attempts,
        )
        .values(attempts=OneTimeToken.attempts + 1)
        .returning(OneTimeToken.id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def release_attempt(session: Session, token_id: UUID) -> None:
    """Release one attempt against a challenge."""
    session.execute(
        update(OneTimeToken)
        .where(OneTimeToken.id == token_id, OneTimeToken.attempts > 0)
        .values(attempts=OneTimeToken.attempts - 1)
        .execution_options(synchronize_session=False)
    )


def set_sealed_once(session: Session, token_id: UUID, sealed: str) -> str | None:
    """Store an encrypted value with a token unless it has one. Return the stored value; None if the
    token was deleted in the meantime."""
    session.execute(
        update(OneTimeToken)
        .where(OneTimeToken.id == token_id, OneTimeToken.sealed.is_(None))
        .values(sealed=sealed)
        .execution_options(synchronize_session=False)
    )
    return session.scalar(select(OneTimeToken.sealed).where(OneTimeToken.id == token_id))


def lock_tokens(session: Session, user_id: UUID) -> None:
    """Lock every token of a user, except refresh tokens: this waits for sign-ins in progress."""
    tokens = select(OneTimeToken.id).where(*_before_sessions(user_id)).order_by(OneTimeToken.id)
    session.execute(tokens.with_for_update())


def delete_tokens(session: Session, user_id: UUID) -> None:
    """Delete every token of a user, except refresh tokens: sessions are deleted with theirs."""
    session.execute(
        delete(OneTimeToken)
        .where(*_before_sessions(user_id))
        .execution_options(synchronize_session=False)
    )


def _before_sessions(user_id: UUID) -> tuple[ColumnElement[bool], ...]:
    # A refresh locks the session before its token.
    return OneTimeToken.user_id == user_id, OneTimeToken.purpose != Purpose.REFRESH


def delete_expired_tokens(session: Session, before: datetime) -> None:
    """Delete the tokens that expired before an instant."""
    session.execute(delete(OneTimeToken).where(OneTimeToken.expires_at < before))
