"""Account takeover by pre-registration, and what prevents it.

Whoever registered an address proved nothing by it. Redeeming a reset, an invitation or a provider's
verified address does; an account whose address was never confirmed before that first loses all that
was made without the proof (``docs/decisions.md`` §4).
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.orm import Session

from consent_app.accounts.service import User, mark_confirmed
from consent_app.sign_in import session_queries, tokens
from consent_app.sign_in.models import (
    Identity,
    KnownDevice,
    KnownNetwork,
    OneTimeToken,
    SecondFactor,
    UserSession,
)
from consent_app.sign_in.tokens import Purpose
from consent_app.workspaces.service import remove_everywhere


def prove_address(session: Session, user: User, now: datetime) -> bool:
    """Note that the user's address is proved; return whether the account had to be emptied first.

    An account whose address was never confirmed loses password, second factor, identities,
    sessions, one-time tokens, memberships and the keys it made. The caller has locked the user.
    """
    if user.confirmed_at is not None:
        return False
    # The tokens first: an enrolment under way holds its own, and what it enrols is deleted then.
    for model in (OneTimeToken, SecondFactor, Identity, UserSession, KnownDevice, KnownNetwork):
        session.execute(
            delete(model)
            .where(model.user_id == user.id)
            .execution_options(synchronize_session=False)
        )
    remove_everywhere(session, user.id, now)
    user.password_hash = user.name = None
    user.registered_from = user.registered_network = None
    mark_confirmed(session, user.id, now)
    return True


def end_all_sessions(
    session: Session, user_id: UUID, now: datetime, *, but: UUID | None = None
) -> int:
    """Revoke every session of the user, ``but`` one and its root, and spend the hand-off codes on
    their way; return how many sessions there were.

    The codes first: a redemption under way is waited for, and its session is revoked then.
    """
    for purpose in (Purpose.HANDOFF, Purpose.ACCOUNT_HANDOFF):
        tokens.spend_all(session, purpose, user_id, now)
    return session_queries.end_all(session, user_id, now, but)
