"""Resetting a forgotten password.

A reset signs nobody in. It keeps the second factor, unless that may be somebody else's
(``pre_hijacking``).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from consent_app import mail
from consent_app.accounts.service import (
    User,
    address_of_job,
    enqueue_for_address,
    get_user,
    lock_user_by_email,
    new_password_hash,
    personal_names,
    set_password_hash,
    validate_password,
)
from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import InvalidLink
from consent_app.events.event import Change
from consent_app.registration.events import PasswordReset, PasswordResetRequested
from consent_app.registration.mails import PASSWORD_CHANGED, RESET_PASSWORD
from consent_app.registration.pre_hijacking import (
    claim_address,
    lock_account,
    remove_doubted_credentials,
)
from consent_app.sessions.service import (
    PASSWORD_PROVED,
    Purpose,
    TokenScope,
    consume_token,
    end_all_sessions,
    get_live_token,
    issue_token,
    revoke_tokens,
)
from consent_app.sign_in.service import remove_bound_factor, unlock_passwords

SEND_RESET = "sign_in.send_reset"


def request_reset(ctx: Context, email: str) -> None:
    """Send a reset link, if the address has an account."""
    enqueue_for_address(ctx, SEND_RESET, email)


def send_reset(app: Application, payload: dict[str, Any]) -> None:
    """Send the email that ``request_reset`` enqueued."""
    email = address_of_job(app, payload)
    with Context.of_system(app).transaction() as ctx:
        # Locked: a link that is made during a change of the address would outlive it.
        user = lock_user_by_email(ctx.session, email)
        if user is None or user.disabled_at is not None:
            return
        mail.send(ctx, RESET_PASSWORD.name, user, {"url": issue_reset_link(ctx, user)})
        ctx.acting_as(user.id).emit(PasswordResetRequested())


def issue_reset_link(ctx: Context, user: User, lifetime: timedelta | None = None) -> str:
    """Issue a link to the page that sets the user's password.

    It is valid for ``lifetime``, by default for as long as any reset link.
    """
    scope = TokenScope(lifetime=lifetime)
    token = issue_token(ctx.session, Purpose.RESET_PASSWORD, user.id, ctx.now(), scope)
    return f"{ctx.app.settings.public_origin}/reset#token={token}"


def reset(ctx: Context, token_text: str, password: str) -> None:
    """Set a new password with a mailed token and end every session of the user.

    Raises InvalidLink for unknown, expired and used tokens; ValidationFailed for a common password,
    before the token is checked; passwords.BusyError. Call it before the transaction has begun,
    because the password is hashed first if the token is valid. For any other token only its digest
    is looked up.
    """
    app, now = ctx.app, ctx.now()
    validate_password(app, password)
    with ctx.reading() as reading:
        token = get_live_token(reading.session, Purpose.RESET_PASSWORD, token_text, now)
        user = get_user(reading.session, token.user_id) if token is not None else None
    if user is None:
        raise InvalidLink
    password_hash = new_password_hash(ctx, password, names=personal_names(user))
    session = ctx.session
    token = get_live_token(session, Purpose.RESET_PASSWORD, token_text, now)
    # Lock the user before the token, as a password change does, so that neither waits for the
    # other.
    user = lock_account(ctx, token.user_id) if token is not None else None
    if token is None or user is None or user.disabled_at is not None:
        raise InvalidLink
    # Lock the attempt windows before the token, in the same order as a released attempt.
    unlock_passwords(ctx, user)
    if not consume_token(session, token.id, now):
        raise InvalidLink
    emptied = claim_address(ctx, user) or remove_doubted_credentials(ctx, user)
    remove_bound_factor(ctx, user.id)
    set_new_password(ctx, user, password_hash)
    changes = (Change("emptied", None, "true"),) if emptied else ()
    ctx.acting_as(user.id).emit(PasswordReset(changes=changes))


def set_new_password(
    ctx: Context,
    user: User,
    password_hash: str,
    *,
    keep: UUID | None = None,
    end_sessions: bool = True,
) -> None:
    """Set the password, end the user's sessions (except ``keep``), and notify the user by email.

    Everything that depends on the former password becomes invalid: other reset links, challenges,
    and the link that verifies a new address.
    """
    session, now = ctx.session, ctx.now()
    set_password_hash(session, user.id, password_hash)
    revoke_tokens(session, (Purpose.RESET_PASSWORD, *PASSWORD_PROVED), user.id, now)
    if end_sessions:
        end_all_sessions(session, user.id, now, keep=keep)
    mail.send(ctx, PASSWORD_CHANGED.name, user, {})
