"""Against which windows an attempt counts, and telling the person when one has filled.

Anybody can fill the window of an account by its address alone. So what comes from a network that
the person has signed in from counts in a window of its own, which no stranger reaches; a reset
opens both and makes its network a known one. The person is mailed when a window has filled, once a
day at most.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import User, email_key, find_user, find_user_by_email
from consent_app.application import Application
from consent_app.audit.service import Source
from consent_app.errors import RateLimited
from consent_app.jobs import enqueue
from consent_app.sign_in import guessing, known_networks
from consent_app.sign_in.addressed_jobs import address_of, enqueue_for

TELL_OF_PASSWORDS = "sign_in.tell_of_passwords"
TELL_OF_CODES = "sign_in.tell_of_codes"
TOLD_AGAIN_AFTER = timedelta(days=1)


def count_password(app: Application, source: Source, email: str) -> list[guessing.Attempt]:
    """Count an attempt at a password, in a transaction of its own. Raises RateLimited."""
    key = email_key(email)
    with app.database.session(read_only=True) as reader:
        known = known_networks.is_known_by_address(reader, app, source, key)
    kind, subject = _password_window(app, source, key, known=known)
    try:
        with app.database.autonomous_transaction() as side:
            return guessing.count(
                app, side, {kind: subject, guessing.PASSWORD_FROM_ADDRESS: source.block}
            )
    except RateLimited as error:
        raise error.then(_teller(app, kind, subject, email=email)) from None


def count_code(app: Application, source: Source, user_id: UUID) -> list[guessing.Attempt]:
    """Count an attempt at a user's code, in a transaction of its own. Raises RateLimited."""
    try:
        with app.database.autonomous_transaction() as side:
            return count_code_in(side, app, source, user_id)
    except RateLimited as error:
        raise error.then(code_teller(app, source, user_id)) from None


def count_code_in(
    side: Session, app: Application, source: Source, user_id: UUID
) -> list[guessing.Attempt]:
    """The same in a side transaction that does more. Raises RateLimited."""
    kind, subject = _code_window(side, app, source, user_id)
    return guessing.count(app, side, {kind: subject})


def code_teller(app: Application, source: Source, user_id: UUID) -> Callable[[], None]:
    """Return what tells the user that too many codes were wrong, for ``AppError.then``."""
    with app.database.session(read_only=True) as reader:
        kind, subject = _code_window(reader, app, source, user_id)
    return _teller(app, kind, subject, user_id=user_id)


def open_again(session: Session, app: Application, source: Source, user: User) -> None:
    """Forget the wrong passwords of an account, whose owner has come by its mailbox, and know them
    by their network. Wrong codes count on. The caller has locked the user.
    """
    for known in (False, True):
        kind, subject = _password_window(app, source, user.email_key, known=known)
        guessing.clear(app, session, kind, subject)
    known_networks.note(session, app, source, user.id, by_reset=True)


def tell_of_passwords(app: Application, payload: dict[str, Any]) -> None:
    """The job that mails the account of an address, if there is one."""
    email = address_of(app, payload)
    with app.database.transaction() as session:
        _mail(session, app, find_user_by_email(session, email), "passwords_held_up")


def tell_of_codes(app: Application, payload: dict[str, Any]) -> None:
    """The job that mails a user whose password was right and whose codes were not."""
    with app.database.transaction() as session:
        _mail(session, app, find_user(session, UUID(payload["user"])), "codes_held_up")


def _mail(session: Session, app: Application, user: User | None, template: str) -> None:
    # Whoever never proved an address is nobody to be told, as with new devices.
    if user is not None and user.confirmed_at is not None:
        mail.send_later(
            session, app, template=template, to=user.email, locale=user.locale, params={}
        )


def _teller(
    app: Application,
    kind: str,
    subject: str,
    *,
    email: str | None = None,
    user_id: UUID | None = None,
) -> Callable[[], None]:
    def tell() -> None:
        with app.database.autonomous_transaction() as side:
            if not guessing.claim_telling(app, side, kind, subject, TOLD_AGAIN_AFTER):
                return
            # One job for every address, so that the answer takes as long for one without account.
            if email is not None:
                enqueue_for(side, app, TELL_OF_PASSWORDS, email)
            else:
                enqueue(side, TELL_OF_CODES, {"user": str(user_id)}, now=app.now())

    return tell


def _password_window(app: Application, source: Source, key: str, *, known: bool) -> tuple[str, str]:
    if not known:
        return guessing.PASSWORD_OF_ACCOUNT, key
    return guessing.PASSWORD_IN_NETWORK, f"{known_networks.network_hash(app, source)} {key}"


def _code_window(
    session: Session, app: Application, source: Source, user_id: UUID
) -> tuple[str, str]:
    if not known_networks.is_known(session, app, source, user_id):
        return guessing.CODE_OF_ACCOUNT, str(user_id)
    return guessing.CODE_IN_NETWORK, f"{known_networks.network_hash(app, source)} {user_id}"
