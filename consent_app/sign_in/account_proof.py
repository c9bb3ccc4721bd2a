"""Proving once more who one is, before what cannot be undone: by password, by code.

Wrong ones are counted exactly as at sign-in, before the check and in a transaction of their own, so
nothing here but ``use`` may be called with one open.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import User, find_user, lock_user
from consent_app.application import Application
from consent_app.audit.service import Event, Source, refused
from consent_app.errors import InvalidCode, InvalidCredentials, Unauthenticated, ValidationFailed
from consent_app.sign_in import guessing, lockout, second_factor, session_queries
from consent_app.sign_in.password import check
from consent_app.sign_in.second_factor import MatchedCode
from consent_app.sign_in.sessions import Caller


@dataclass(frozen=True, slots=True)
class ProvedPassword:
    """The hash of a password that was right when it was looked at."""

    password_hash: str


@dataclass(frozen=True, slots=True)
class ProvedCode:
    """A code that was right when it was looked at."""

    found: MatchedCode
    attempts: list[guessing.Attempt]


def prove_password(
    app: Application, source: Source, user_id: UUID, password: str, *, event: str, pointer: str
) -> ProvedPassword:
    """Look at the current password, which stands at ``pointer`` of the body.

    ``event`` is what a refusal is in the audit log. Raises InvalidCredentials, RateLimited,
    passwords.BusyError; ValidationFailed for an account that has no password; Unauthenticated when
    it was deleted meanwhile.
    """
    with app.database.session(read_only=True) as reader:
        user = find_user(reader, user_id)
    if user is None:
        raise Unauthenticated
    if user.password_hash is None:
        raise ValidationFailed.at(
            pointer, "cannot be right: this account has no password. Reset it to set one first"
        )
    checked = check(app, source, user.email, password)
    if checked.user is None or checked.user.id != user_id or checked.user.password_hash is None:
        refusal = InvalidCredentials("The current password is not right.")
        raise refusal.then(refused(app, source, Event(event, user_id)))
    with app.database.autonomous_transaction() as side:
        guessing.release(side, checked.attempts)
    return ProvedPassword(checked.user.password_hash)


def prove_code(
    app: Application, source: Source, user_id: UUID, code: str, *, event: str
) -> ProvedCode:
    """Look at a code, which ``use`` spends.

    Raises InvalidCode, RateLimited, passwords.BusyError.
    """
    attempts = lockout.count_code(app, source, user_id)
    with guessing.release_if_busy(app, attempts):
        found = second_factor.match_code(app, user_id, code)
    if found is None:
        raise _wrong_code(app, source, user_id, event)
    return ProvedCode(found, attempts)


def use(
    session: Session,
    app: Application,
    source: Source,
    caller: Caller,
    *,
    event: str,
    password: ProvedPassword | None = None,
    code: ProvedCode | None = None,
) -> User:
    """Return the caller's user, held, once what was proved is still true; spend the code.

    A reset that came in between has changed the password and ended the session: whoever had both
    before it has neither now. Raises Unauthenticated, InvalidCredentials, InvalidCode.
    """
    user = lock_user(session, caller.user_id)
    now = app.now()
    if user is None or not session_queries.get_live(session, user.id, caller.session_id, now):
        raise Unauthenticated
    if password is not None and user.password_hash != password.password_hash:
        raise InvalidCredentials("The current password is not right.")
    if code is not None:
        guessing.release(session, code.attempts)
        if not second_factor.consume_code(session, app, code.found):
            raise _wrong_code(app, source, user.id, event)
    return user


def _wrong_code(app: Application, source: Source, user_id: UUID, event: str) -> InvalidCode:
    return InvalidCode().then(refused(app, source, Event(event, user_id)))
