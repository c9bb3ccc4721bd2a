"""Resetting a forgotten password. It signs nobody in and leaves the second factor as it is, unless
that may be a first comer's (``first_comers``).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import (
    User,
    find_user,
    find_user_by_email,
    lock_user,
    names_of,
    new_password_hash,
    refuse_common,
    set_password_hash,
)
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import InvalidLink
from consent_app.sign_in import lockout, tokens
from consent_app.sign_in.addressed_jobs import address_of, enqueue_for
from consent_app.sign_in.first_comers import remove_first_comer
from consent_app.sign_in.second_factor import forget_bound
from consent_app.sign_in.takeover import end_all_sessions, prove_address
from consent_app.sign_in.tokens import Purpose

SEND_RESET = "sign_in.send_reset"


def request_reset(session: Session, app: Application, email: str) -> None:
    """Have a reset link mailed, if the address has an account."""
    enqueue_for(session, app, SEND_RESET, email)


def send_reset(app: Application, payload: dict[str, Any]) -> None:
    """The job of ``request_reset``."""
    email = address_of(app, payload)
    with app.database.transaction() as session:
        user = find_user_by_email(session, email)
        if user is None or user.disabled_at is not None:
            return
        token = tokens.issue(session, Purpose.RESET_PASSWORD, user.id, app.now())
        mail.send_later(
            session,
            app,
            template="reset_password",
            to=user.email,
            locale=user.locale,
            params={"url": f"{app.settings.public_origin}/reset#token={token}"},
        )
        record(session, app, None, Event("password.reset_requested", user.id))


def reset(
    session: Session, app: Application, source: Source, token_text: str, password: str
) -> None:
    """Set a new password with a mailed token and end every session of the user.

    Raises InvalidLink, the same for unknown, expired and used ones; ValidationFailed for a common
    password, whatever the token; passwords.BusyError. Call it before ``session`` has begun: the
    password of a live token is hashed first. Any other token costs one look at its digest.
    """
    refuse_common(app, password)
    now = app.now()
    with app.database.session(read_only=True) as reader:
        token = tokens.find_live(reader, Purpose.RESET_PASSWORD, token_text, now)
        user = find_user(reader, token.user_id) if token is not None else None
    if user is None:
        raise InvalidLink
    password_hash = new_password_hash(app, password, names=names_of(user))
    token = tokens.find_live(session, Purpose.RESET_PASSWORD, token_text, now)
    # The user before the token, as whoever changes a password does: neither waits for the other.
    user = lock_user(session, token.user_id) if token is not None else None
    if token is None or user is None or user.disabled_at is not None:
        raise InvalidLink
    # The windows before the token, as where an attempt is taken back.
    lockout.open_again(session, app, source, user)
    if not tokens.spend(session, token.id, now):
        raise InvalidLink
    emptied = prove_address(session, user, now) or remove_first_comer(session, app, user)
    forget_bound(session, user.id, now)
    change_password(session, app, user, password_hash)
    detail = {"emptied": "true"} if emptied else {}
    record(session, app, source, Event("password.reset", user.id, detail=detail))


def change_password(
    session: Session,
    app: Application,
    user: User,
    password_hash: str,
    *,
    but: UUID | None = None,
    end_sessions: bool = True,
) -> None:
    """Set the password, end the user's sessions (``but`` one), and tell the user by mail.

    Other reset links and open challenges lose their force: they go back to the former password.
    """
    now = app.now()
    set_password_hash(session, user.id, password_hash)
    for purpose in (Purpose.RESET_PASSWORD, Purpose.SETUP, Purpose.VERIFY):
        tokens.spend_all(session, purpose, user.id, now)
    if end_sessions:
        end_all_sessions(session, user.id, now, but=but)
    mail.send_later(
        session,
        app,
        template="password_changed",
        to=user.email,
        locale=user.locale,
        params={},
    )
