"""Another email address for one's account: asked for with password and code, and only then.

Both addresses are told, and the new one takes effect when its owner follows the link that went
there.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import (
    User,
    delete_user,
    find_user_by_email,
    lock_user,
    refuse_address,
    set_address,
)
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.db.constraints import violates
from consent_app.errors import EmailTaken, InvalidLink
from consent_app.sign_in import tokens
from consent_app.sign_in.account_proof import prove_code, prove_password, use
from consent_app.sign_in.second_factor import SEALED_FOR
from consent_app.sign_in.sessions import Caller
from consent_app.sign_in.tokens import Purpose
from consent_app.workspaces.service import remove_everywhere

ASKED = "account.address_change_asked"
CHANGED = "account.address_changed"


def ask(
    app: Application, source: Source, caller: Caller, email: str, password: str, code: str
) -> None:
    """Mail a link to the new address and a notice to the present one, in a transaction of its own.

    Raises ValidationFailed, InvalidCredentials, InvalidCode, EmailTaken, RateLimited,
    Unauthenticated, passwords.BusyError.
    """
    refuse_address(app, email)
    proved = prove_password(
        app, source, caller.user_id, password, event=ASKED, pointer="#/password"
    )
    right_code = prove_code(app, source, caller.user_id, code, event=ASKED)
    with app.database.transaction() as session:
        user = use(session, app, source, caller, event=ASKED, password=proved, code=right_code)
        met = find_user_by_email(session, email)
        if met is not None and met.id != user.id and met.confirmed_at is not None:
            raise EmailTaken
        # The newest wish counts alone. The column has one seal, which a rotation of keys renews.
        tokens.spend_all(session, Purpose.CHANGE_ADDRESS, user.id, app.now())
        token = tokens.issue(
            session,
            Purpose.CHANGE_ADDRESS,
            user.id,
            app.now(),
            sealed=app.sealer(SEALED_FOR).seal(email.encode()),
        )
        link = f"{app.settings.public_origin}/confirm#token={token}"
        _tell(session, app, user, email, "confirm_new_address", {"url": link})
        _tell(session, app, user, user.email, "address_change_asked", {"address": hidden(email)})
        record(session, app, source, Event(ASKED, user.id))


def redeem(
    session: Session, app: Application, source: Source, token_text: str
) -> tuple[str, datetime]:
    """Give the account the address whose owner has followed the link; return it and the instant.

    An account that somebody registered at that address without proof goes. Links to the former
    address lose their force. Raises InvalidLink, also where the address has an account by now.
    """
    now = app.now()
    token = tokens.find_live(session, Purpose.CHANGE_ADDRESS, token_text, now)
    user = lock_user(session, token.user_id) if token is not None else None
    if token is None or user is None or token.sealed is None:
        raise InvalidLink
    if user.disabled_at is not None or not tokens.spend(session, token.id, now):
        raise InvalidLink
    email = app.sealer(SEALED_FOR).open(token.sealed).decode()
    _make_room(session, user, email, now)
    former = user.email
    try:
        with session.begin_nested():
            set_address(session, user, email, now)
    except IntegrityError as error:
        if violates(error, "uq_users_email_key", "users.email_key"):
            raise InvalidLink from None
        raise
    for purpose in (Purpose.CONFIRM_ADDRESS, Purpose.RESET_PASSWORD):
        tokens.spend_all(session, purpose, user.id, now)
    for address in (former, email):
        _tell(session, app, user, address, "address_changed", {"address": hidden(email)})
    record(session, app, source, Event(CHANGED, user.id))
    return email, now


def hidden(email: str) -> str:
    """Return enough of an address for its owner to know it: ``a•••@example.com``."""
    local, _, domain = email.rpartition("@")
    return f"{local[:1]}•••@{domain}"


def _make_room(session: Session, user: User, email: str, now: datetime) -> None:
    met = find_user_by_email(session, email)
    if met is None or met.id == user.id:
        return
    squatter = lock_user(session, met.id)
    if squatter is None:
        return
    if squatter.confirmed_at is not None:
        raise InvalidLink
    remove_everywhere(session, squatter.id, now)
    session.flush()
    delete_user(session, squatter.id)
    session.expunge(squatter)


def _tell(
    session: Session, app: Application, user: User, to: str, template: str, params: dict[str, str]
) -> None:
    mail.send_later(session, app, template=template, to=to, locale=user.locale, params=params)
