"""Challenges: the step between a correct password and a session.

A challenge is bound to its purpose (set-up or verify), to the user, and to the workspace that the
original request named. It accepts at most five codes, and one of them may succeed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from consent_app.accounts.service import get_user
from consent_app.context import Context
from consent_app.errors import InvalidChallenge, RateLimited, WorkspaceSuspended
from consent_app.events.event import Event
from consent_app.security.passwords import BusyError
from consent_app.sessions.service import (
    OpenedSession,
    Purpose,
    SessionBasis,
    TokenScope,
    consume_token,
    count_attempt,
    get_live_token,
    issue_token,
    open_account_session,
    open_workspace_session,
    release_attempt,
)
from consent_app.sign_in import lockout, second_factor_queries, throttling
from consent_app.workspaces.service import get_access, is_suspended

MAX_ATTEMPTS = 5


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge that was just issued, to enter a code or, if ``is_setup``, to set up a factor."""

    token: str
    is_setup: bool


@dataclass(frozen=True, slots=True)
class ChallengeAttempt:
    """A challenge against which one more code may be tried."""

    token_id: UUID
    user_id: UUID
    workspace_id: UUID | None
    sealed: str | None
    attempts: list[throttling.Attempt]
    bound: bool


def begin_challenge(
    ctx: Context, user_id: UUID, workspace_id: UUID | None = None, *, by_link: bool = False
) -> Challenge:
    """Issue the challenge that follows a correct password.

    It verifies an enrolled second factor, or sets one up. ``by_link`` means that an invitation link
    replaced the password. The session is then bound to its workspace, unless a second factor of the
    person's own follows.
    """
    factor_bound = second_factor_queries.is_factor_bound(ctx.session, user_id)
    is_setup = factor_bound is None
    scope = TokenScope(workspace_id=workspace_id, bound=by_link and factor_bound is not False)
    purpose = Purpose.SETUP if is_setup else Purpose.VERIFY
    return Challenge(issue_token(ctx.session, purpose, user_id, ctx.now(), scope), is_setup)


def start_attempt(ctx: Context, purpose: Purpose, token_text: str) -> ChallengeAttempt:
    """Count one attempt against a challenge, before the code is checked, and commit the count.

    Raises InvalidChallenge, or RateLimited if the account had too many wrong codes.
    """
    with ctx.reading() as reading:
        token = get_live_token(reading.session, purpose, token_text, ctx.now())
    if token is None:
        raise InvalidChallenge
    try:
        with ctx.autonomous_transaction() as autonomous:
            attempts = lockout.count_code_within(autonomous, token.user_id)
            if not count_attempt(autonomous.session, token.id, MAX_ATTEMPTS):
                raise InvalidChallenge
    except RateLimited as error:
        raise error.then(lockout.code_notice(ctx, token.user_id)) from None
    return ChallengeAttempt(
        token.id, token.user_id, token.workspace_id, token.sealed, attempts, bool(token.bound)
    )


@contextmanager
def release_if_busy(ctx: Context, attempt: ChallengeAttempt) -> Iterator[None]:
    """Release the attempt if its code was not checked because the queue was full.

    The windows are locked before the token, as when attempts are counted. BusyError is raised
    again.
    """
    try:
        with throttling.release_if_busy(ctx, attempt.attempts):
            yield
    except BusyError:
        with ctx.autonomous_transaction() as autonomous:
            release_attempt(autonomous.session, attempt.token_id)
        raise


def finish_challenge(ctx: Context, attempt: ChallengeAttempt, event: Event) -> OpenedSession:
    """Consume the challenge, announce ``event``, and open the session that was requested.

    Raises InvalidChallenge if another request was first or the membership has ended, and
    WorkspaceSuspended.
    """
    session, now = ctx.session, ctx.now()
    # Lock the windows before the token, as when the attempt is counted, so that neither waits for
    # the other.
    throttling.release(session, attempt.attempts)
    if not consume_token(session, attempt.token_id, now):
        raise InvalidChallenge
    user = get_user(session, attempt.user_id)
    if user is None or user.disabled_at is not None:
        raise InvalidChallenge
    ctx.acting_as(user.id, attempt.workspace_id).emit(event)
    if attempt.workspace_id is None:
        return open_account_session(ctx, user)
    access = get_access(session, attempt.user_id, attempt.workspace_id)
    if access is None:
        raise InvalidChallenge
    if is_suspended(access.workspace, now):
        actor = ctx.acting_as(user.id, access.workspace.id)
        raise WorkspaceSuspended().then(throttling.release_refused(actor, attempt.attempts, event))
    return open_workspace_session(ctx, user, access.workspace, SessionBasis(bound=attempt.bound))
