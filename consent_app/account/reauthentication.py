"""Reauthentication: asking for password and code again before something irreversible.

Wrong attempts are counted as at sign-in, before the check and in a separate transaction. So only
``lock_reauthenticated`` may be called with a transaction open.
"""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.accounts.service import User, get_user, lock_user
from consent_app.context import Context
from consent_app.errors import InvalidCode, InvalidCredentials, Unauthenticated, ValidationFailed
from consent_app.events.event import Event
from consent_app.sessions.service import get_live_session, lock_tokens
from consent_app.sign_in.service import (
    Attempt,
    MatchedCode,
    consume_code,
    count_code,
    match_code,
    release,
    release_if_busy,
    try_password,
)


@dataclass(frozen=True, slots=True)
class CheckedCode:
    """A code that was correct when it was checked."""

    matched: MatchedCode
    attempts: list[Attempt]


@dataclass(frozen=True, slots=True)
class Reauthentication:
    """The credentials that a person has entered again: password, code, or both.

    ``password_hash`` is the hash of the password, which was correct when it was checked.
    """

    password_hash: str | None = None
    code: CheckedCode | None = None


NOTHING_CHECKED = Reauthentication()


def check_both(ctx: Context, password: str, code: str, event: Event) -> Reauthentication:
    """Check the current password, at ``#/password`` of the body, and a code.

    Raises the errors of ``check_password`` and ``check_code``.
    """
    password_hash = check_password(ctx, password, event)
    return Reauthentication(password_hash, check_code(ctx, code, event))


def check_password(ctx: Context, password: str, event: Event, pointer: str = "#/password") -> str:
    """Check the current password, at ``pointer`` of the body, and return its hash.

    A refusal is announced as ``event``. Raises InvalidCredentials, RateLimited,
    passwords.BusyError; ValidationFailed for an account without a password; Unauthenticated if the
    account was deleted in the meantime.
    """
    user_id = ctx.user_id
    with ctx.reading() as reading:
        user = get_user(reading.session, user_id)
    if user is None:
        raise Unauthenticated
    if user.password_hash is None:
        raise ValidationFailed.at(
            pointer, "cannot be right: this account has no password. Reset it to set one first"
        )
    checked = try_password(ctx, user.email, password)
    if checked.user is None or checked.user.id != user_id or checked.user.password_hash is None:
        refusal = InvalidCredentials("The current password is wrong.")
        raise refusal.then(ctx.acting_as(user_id).refusal(event))
    with ctx.autonomous_transaction() as autonomous:
        release(autonomous.session, checked.attempts)
    return checked.user.password_hash


def check_code(ctx: Context, code: str, event: Event) -> CheckedCode:
    """Check a code, which ``lock_reauthenticated`` consumes.

    Raises InvalidCode, RateLimited, passwords.BusyError.
    """
    attempts = count_code(ctx, ctx.user_id)
    with release_if_busy(ctx, attempts):
        matched = match_code(ctx, ctx.user_id, code, attempts)
    if matched is None:
        raise _wrong_code(ctx, event)
    return CheckedCode(matched, attempts)


def lock_reauthenticated(
    ctx: Context, event: Event, reauthentication: Reauthentication = NOTHING_CHECKED
) -> User:
    """Return the caller's user, locked, if password and code are still valid. Consumes the code.

    A password reset since the check has changed the password and ended the session. Raises
    Unauthenticated, InvalidCredentials, InvalidCode.
    """
    session, session_id = ctx.session, ctx.actor.session_id
    user = lock_user(session, ctx.user_id)
    if user is None or session_id is None:
        raise Unauthenticated
    if not get_live_session(session, user.id, session_id, ctx.now()):
        raise Unauthenticated
    if (
        reauthentication.password_hash is not None
        and user.password_hash != reauthentication.password_hash
    ):
        raise InvalidCredentials("The current password is wrong.")
    if reauthentication.code is not None:
        release(session, reauthentication.code.attempts)
        # Before the code, as when a challenge is answered, because tokens are deleted with a user.
        lock_tokens(session, user.id)
        if not consume_code(ctx, reauthentication.code.matched):
            raise _wrong_code(ctx, event)
    return user


def _wrong_code(ctx: Context, event: Event) -> InvalidCode:
    return InvalidCode().then(ctx.acting_as(ctx.user_id).refusal(event))
