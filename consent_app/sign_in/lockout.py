"""Which windows an attempt counts against, and notifying the person when one is full.

Anybody can fill the window of an account if they know its address. So attempts from a network that
the person has signed in from count in a separate window, which strangers cannot fill. A password
reset clears both windows and adds its network to the known ones. The person is mailed when a window
is full, at most once a day.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from consent_app import mail
from consent_app.accounts.service import (
    User,
    address_of_job,
    email_key,
    enqueue_for_address,
    find_user_by_email,
    get_user,
)
from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import RateLimited
from consent_app.jobs import enqueue
from consent_app.mail import MailTemplate
from consent_app.sessions.service import (
    add_network,
    is_network_of_email,
    is_network_of_user,
    network_hash,
)
from consent_app.sign_in import throttling
from consent_app.sign_in.mails import CODES_HELD_UP, PASSWORDS_HELD_UP

NOTIFY_OF_PASSWORDS = "sign_in.tell_of_passwords"
NOTIFY_OF_CODES = "sign_in.tell_of_codes"
NOTICE_INTERVAL = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class WindowKey:
    """One window: its kind, and whose attempts it counts."""

    kind: str
    holder: str


def count_password(ctx: Context, email: str) -> list[throttling.Attempt]:
    """Count a password attempt, in a separate transaction. Raises RateLimited."""
    key = email_key(email)
    with ctx.reading() as reading:
        is_known = is_network_of_email(reading, key)
    window = _password_window(ctx, key, is_known=is_known)
    holders = {
        window.kind: window.holder,
        throttling.PASSWORD_FROM_ADDRESS: ctx.require_client().block,
    }
    try:
        with ctx.autonomous_transaction() as autonomous:
            return throttling.count_attempts(autonomous, holders)
    except RateLimited as error:
        raise error.then(_password_notice(ctx, window, email)) from None


def count_code(ctx: Context, user_id: UUID) -> list[throttling.Attempt]:
    """Count a code attempt of a user, in a separate transaction. Raises RateLimited."""
    try:
        with ctx.autonomous_transaction() as autonomous:
            return count_code_within(autonomous, user_id)
    except RateLimited as error:
        raise error.then(code_notice(ctx, user_id)) from None


def count_code_within(ctx: Context, user_id: UUID) -> list[throttling.Attempt]:
    """Count a code attempt in the caller's autonomous transaction. Raises RateLimited."""
    window = _code_window(ctx, user_id)
    return throttling.count_attempts(ctx, {window.kind: window.holder})


def code_notice(ctx: Context, user_id: UUID) -> Callable[[], None]:
    """Return a function for ``AppError.then`` that notifies the user of too many wrong codes."""
    with ctx.reading() as reading:
        window = _code_window(reading, user_id)

    def notify() -> None:
        with ctx.autonomous_transaction() as autonomous:
            if throttling.claim_notice(autonomous, window.kind, window.holder, NOTICE_INTERVAL):
                enqueue(
                    autonomous.session,
                    NOTIFY_OF_CODES,
                    {"user": str(user_id)},
                    now=autonomous.now(),
                )

    return notify


def unlock_passwords(ctx: Context, user: User) -> None:
    """Clear the wrong passwords of an account whose owner has redeemed a mailed link, and store
    their network as known. Wrong codes stay counted. The caller has locked the user."""
    for is_known in (False, True):
        window = _password_window(ctx, user.email_key, is_known=is_known)
        throttling.clear(ctx, window.kind, window.holder)
    add_network(ctx, user.id, by_reset=True)


def notify_of_passwords(app: Application, payload: dict[str, Any]) -> None:
    """Notify the account of an address, if there is one, of too many wrong passwords."""
    email = address_of_job(app, payload)
    with Context.of_system(app).transaction() as ctx:
        _mail(ctx, find_user_by_email(ctx.session, email), PASSWORDS_HELD_UP)


def notify_of_codes(app: Application, payload: dict[str, Any]) -> None:
    """Notify a user of too many wrong codes, entered after the correct password."""
    with Context.of_system(app).transaction() as ctx:
        _mail(ctx, get_user(ctx.session, UUID(payload["user"])), CODES_HELD_UP)


def _mail(ctx: Context, user: User | None, template: MailTemplate) -> None:
    # Only a verified address is mailed, as for new devices.
    if user is not None and user.verified_at is not None:
        mail.send(ctx, template.name, user, {})


def _password_notice(ctx: Context, window: WindowKey, email: str) -> Callable[[], None]:
    def notify() -> None:
        with ctx.autonomous_transaction() as autonomous:
            # Every address gets a job, so that the response takes equally long without an account.
            if throttling.claim_notice(autonomous, window.kind, window.holder, NOTICE_INTERVAL):
                enqueue_for_address(autonomous, NOTIFY_OF_PASSWORDS, email)

    return notify


def _password_window(ctx: Context, key: str, *, is_known: bool) -> WindowKey:
    if not is_known:
        return WindowKey(throttling.PASSWORD_OF_ACCOUNT, key)
    return WindowKey(throttling.PASSWORD_IN_NETWORK, f"{network_hash(ctx)} {key}")


def _code_window(ctx: Context, user_id: UUID) -> WindowKey:
    if not is_network_of_user(ctx, user_id):
        return WindowKey(throttling.CODE_OF_ACCOUNT, str(user_id))
    return WindowKey(throttling.CODE_IN_NETWORK, f"{network_hash(ctx)} {user_id}")
