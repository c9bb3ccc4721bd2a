"""Confirming an email address: the mail, sending it again, and redeeming its link."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import User, find_user_by_email, lock_user, mark_confirmed
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import InvalidLink
from consent_app.sign_in import address_change, first_comers, tokens
from consent_app.sign_in.addressed_jobs import address_of, enqueue_for
from consent_app.sign_in.mails import UNNAMED_DEVICE, UNNAMED_NETWORK, spoken
from consent_app.sign_in.tokens import Purpose

RESEND = "sign_in.resend_confirmation"


def send_confirmation(session: Session, app: Application, user: User) -> None:
    """Have the mail sent that confirms the user's address. Earlier links stay valid.

    It says when and from where the account was made, and links to the page that disowns it.
    """
    token = tokens.issue(session, Purpose.CONFIRM_ADDRESS, user.id, app.now())
    mail.send_later(
        session,
        app,
        template="confirm_registration",
        to=user.email,
        locale=user.locale,
        params={
            "url": f"{app.settings.public_origin}/confirm#token={token}",
            "disown_url": first_comers.disown_link(session, app, user.id),
            "time": f"{user.created_at:%Y-%m-%d %H:%M} UTC",
            "device": user.registered_from or spoken(UNNAMED_DEVICE, user.locale),
            "network": user.registered_network or spoken(UNNAMED_NETWORK, user.locale),
        },
    )


def request_confirmation(session: Session, app: Application, email: str) -> None:
    """Have the mail sent again, if the address awaits confirmation."""
    enqueue_for(session, app, RESEND, email)


def resend(app: Application, payload: dict[str, Any]) -> None:
    """The job of ``request_confirmation``."""
    email = address_of(app, payload)
    with app.database.transaction() as session:
        user = find_user_by_email(session, email)
        if user is not None and user.confirmed_at is None:
            send_confirmation(session, app, user)


def confirm(
    session: Session,
    app: Application,
    source: Source,
    token_text: str,
    registrant_id: UUID | None = None,
) -> tuple[str, datetime]:
    """Redeem a confirmation link; return the address and when it was first confirmed. The link of
    a new address puts that in the former one's place (``address_change``).

    ``registrant_id`` is the user whose own token came along: where that is the account's, its owner
    has proved to be who made it (``first_comers``). Raises InvalidLink, the same for unknown,
    expired and used ones.
    """
    now = app.now()
    token = tokens.find_live(session, Purpose.CONFIRM_ADDRESS, token_text, now)
    if token is None:
        return address_change.redeem(session, app, source, token_text)
    # The user before the token, as a reset does: neither waits for the other.
    user = lock_user(session, token.user_id)
    if user is None or not tokens.spend(session, token.id, now):
        raise InvalidLink
    proved = registrant_id == user.id
    if proved or user.confirmed_at is None:
        first_comers.settle(session, user, app, proved=proved)
    first = mark_confirmed(session, user.id, now)
    detail = {"proved": "true"} if proved else {}
    record(session, app, source, Event("account.address_confirmed", user.id, detail=detail))
    return user.email, first
