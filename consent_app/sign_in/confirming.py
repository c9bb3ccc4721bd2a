"""Confirming an email address: the mail, sending it again, and redeeming its link."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import User, find_user_by_email, lock_user, mark_confirmed
from consent_app.audit.service import Event, Source, record
from consent_app.errors import InvalidLink
from consent_app.runtime import Runtime
from consent_app.sign_in import tokens
from consent_app.sign_in.addressed_jobs import address_of, enqueue_for
from consent_app.sign_in.tokens import Purpose

RESEND = "sign_in.resend_confirmation"


def send_confirmation(session: Session, runtime: Runtime, user: User) -> None:
    """Have the mail sent that confirms the user's address. Earlier links stay valid."""
    token = tokens.issue(session, Purpose.CONFIRM_ADDRESS, user.id, runtime.now())
    mail.send_later(
        session,
        runtime,
        template="confirm_address",
        to=user.email,
        locale=user.locale,
        params={"url": f"{runtime.settings.public_origin}/confirm#token={token}"},
    )


def request_confirmation(session: Session, runtime: Runtime, email: str) -> None:
    """Have the mail sent again, if the address awaits confirmation."""
    enqueue_for(session, runtime, RESEND, email)


def resend(runtime: Runtime, payload: dict[str, Any]) -> None:
    """The job of ``request_confirmation``."""
    email = address_of(runtime, payload)
    with runtime.database.transaction() as session:
        user = find_user_by_email(session, email)
        if user is not None and user.confirmed_at is None:
            send_confirmation(session, runtime, user)


def confirm(
    session: Session, runtime: Runtime, source: Source, token_text: str
) -> tuple[str, datetime]:
    """Redeem a confirmation link; return the address and when it was first confirmed.

    Raises InvalidLink, the same for unknown, expired and used ones.
    """
    now = runtime.now()
    token = tokens.find_live(session, Purpose.CONFIRM_ADDRESS, token_text, now)
    # The user before the token, as a reset does: neither waits for the other.
    user = lock_user(session, token.user_id) if token is not None else None
    if token is None or user is None or not tokens.spend(session, token.id, now):
        raise InvalidLink
    first = mark_confirmed(session, user.id, now)
    record(session, runtime, source, Event("account.address_confirmed", user.id))
    return user.email, first
