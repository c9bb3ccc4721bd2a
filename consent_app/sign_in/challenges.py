"""Challenges: the step between a right password and a session.

A challenge is bound to its purpose (set-up or verify), to the user, and to the workspace that the
originating call named. It takes five codes at most, and one success.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from consent_app.accounts.service import find_user
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import InvalidChallenge, RateLimited, WorkspaceSuspended
from consent_app.security.passwords import BusyError
from consent_app.sign_in import guessing, lockout, tokens
from consent_app.sign_in.models import OneTimeToken, SecondFactor
from consent_app.sign_in.sessions import Basis, open_account_session, open_workspace_session
from consent_app.sign_in.tokens import Purpose
from consent_app.workspaces.service import access_by_id, is_suspended

MAX_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class ChallengeAttempt:
    """A challenge against which one more code may be tried."""

    token_id: UUID
    user_id: UUID
    workspace_id: UUID | None
    sealed: str | None
    attempts: list[guessing.Attempt]
    bound: bool


def begin(
    session: Session,
    user_id: UUID,
    now: datetime,
    *,
    workspace_id: UUID | None = None,
    by_link: bool = False,
) -> dict[str, Any]:
    """Issue the challenge that a right password leads to, and return the interface's answer.

    It verifies where a second factor is enrolled, and sets one up where it is not. ``by_link``: an
    invitation's link stands in for the password. Then the session is bound to its workspace, unless
    a factor of the person's own is still to come.
    """
    factor = session.execute(
        select(SecondFactor.bound).where(SecondFactor.user_id == user_id)
    ).one_or_none()
    purpose = Purpose.SETUP if factor is None else Purpose.VERIFY
    bound = by_link and (factor is None or bool(factor.bound))
    token = tokens.issue(session, purpose, user_id, now, workspace_id=workspace_id, bound=bound)
    answer = "twoFactorSetupRequired" if factor is None else "twoFactorRequired"
    return {answer: True, "challengeToken": token}


def start_attempt(
    app: Application, source: Source, purpose: Purpose, token_text: str
) -> ChallengeAttempt:
    """Count one attempt against a challenge, before the code is looked at, and commit the count.

    Raises InvalidChallenge, or RateLimited when the account's codes failed too often.
    """
    with app.database.session(read_only=True) as reader:
        token = tokens.find_live(reader, purpose, token_text, app.now())
    if token is None:
        raise InvalidChallenge
    try:
        with app.database.autonomous_transaction() as side:
            attempts = lockout.count_code_in(side, app, source, token.user_id)
            if not _count(side, token.id):
                raise InvalidChallenge
    except RateLimited as error:
        raise error.then(lockout.code_teller(app, source, token.user_id)) from None
    return ChallengeAttempt(
        token.id, token.user_id, token.workspace_id, token.sealed, attempts, bool(token.bound)
    )


def _count(side: Session, token_id: UUID) -> bool:
    statement = (
        update(OneTimeToken)
        .where(
            OneTimeToken.id == token_id,
            OneTimeToken.spent_at.is_(None),
            OneTimeToken.attempts < MAX_ATTEMPTS,
        )
        .values(attempts=OneTimeToken.attempts + 1)
        .returning(OneTimeToken.id)
        .execution_options(synchronize_session=False)
    )
    return side.execute(statement).one_or_none() is not None


@contextmanager
def release_if_busy(app: Application, trial: ChallengeAttempt) -> Iterator[None]:
    """Take the trial back where its code was not looked at for want of a place.

    The windows before the token, as where they are counted. BusyError goes on to the caller.
    """
    try:
        with guessing.release_if_busy(app, trial.attempts):
            yield
    except BusyError:
        with app.database.autonomous_transaction() as side:
            side.execute(
                update(OneTimeToken)
                .where(OneTimeToken.id == trial.token_id, OneTimeToken.attempts > 0)
                .values(attempts=OneTimeToken.attempts - 1)
                .execution_options(synchronize_session=False)
            )
        raise


def finish(
    session: Session, app: Application, source: Source, trial: ChallengeAttempt, event: str
) -> dict[str, Any]:
    """Spend the challenge and open the session that the originating call asked for.

    ``event`` names it in the audit log. Raises InvalidChallenge when another request was first or
    the membership has ended, and WorkspaceSuspended.
    """
    now = app.now()
    # The windows before the token, as where the attempt is counted: neither waits for the other.
    guessing.release(session, trial.attempts)
    if not tokens.spend(session, trial.token_id, now):
        raise InvalidChallenge
    user = find_user(session, trial.user_id)
    if user is None or user.disabled_at is not None:
        raise InvalidChallenge
    record(session, app, source, Event(event, user.id, trial.workspace_id))
    if trial.workspace_id is None:
        return open_account_session(session, app, source, user)
    access = access_by_id(session, trial.user_id, trial.workspace_id)
    if access is None:
        raise InvalidChallenge
    if is_suspended(access.workspace, now):
        raise WorkspaceSuspended
    basis = Basis(bound=trial.bound)
    return open_workspace_session(session, app, source, user, access.workspace, basis)
