"""First comers: whoever registered an address need not be its owner.

A confirmation says that the owner of the address pressed a link, not that they made the account.
Only one that comes with the account's own token shows that registrant and owner are one. After any
other, password, second factor, sessions and keys count as a first comer's for 30 days: a reset or a
provider's sign-in removes them. And for as long a link purges the account, once.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import User, delete_user, lock_user
from consent_app.api.client import coarse_network
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import InvalidLink
from consent_app.sign_in import tokens
from consent_app.sign_in.models import KnownDevice, KnownNetwork, OneTimeToken, SecondFactor
from consent_app.sign_in.takeover import end_all_sessions
from consent_app.sign_in.tokens import Purpose
from consent_app.workspaces.service import remove_everywhere, revoke_keys_made_by

DOUBTED = timedelta(days=30)
DISOWNED = "account.disowned"


def note_origin(user: User, source: Source) -> None:
    """Keep from where an account was made: the browser, and the network coarsely."""
    user.registered_from = source.user_agent
    user.registered_network = coarse_network(source.address)


def settle(session: Session, user: User, app: Application, *, proved: bool) -> None:
    """Note what a confirmation has shown: ``proved``, that its owner made the account.

    Call it after the first confirmation, and after a later one that proves it. The caller has
    locked the user.
    """
    if not proved:
        user.unproved_until = app.now() + DOUBTED
        return
    user.unproved_until = user.registered_from = user.registered_network = None
    tokens.spend_all(session, Purpose.DISOWN_ACCOUNT, user.id, app.now())


def is_doubted(user: User, app: Application) -> bool:
    """Whether the credentials of a confirmed account may still be a first comer's."""
    return user.unproved_until is not None and user.unproved_until > app.now()


def remove_first_comer(session: Session, app: Application, user: User) -> bool:
    """Remove the credentials that may be a first comer's, once the owner has shown themselves.

    Memberships stay; the owner is told by mail. False where there is nothing to doubt. The caller
    has locked the user.
    """
    if not is_doubted(user, app):
        return False
    now = app.now()
    for purpose in Purpose:
        if purpose is not Purpose.REFRESH:
            tokens.spend_all(session, purpose, user.id, now)
    end_all_sessions(session, user.id, now)
    for model in (SecondFactor, KnownDevice, KnownNetwork):
        session.execute(
            delete(model)
            .where(model.user_id == user.id)
            .execution_options(synchronize_session=False)
        )
    revoke_keys_made_by(session, user.id, now)
    user.password_hash = None
    settle(session, user, app, proved=True)
    session.flush()
    mail.send_later(
        session,
        app,
        template="first_comer_removed",
        to=user.email,
        locale=user.locale,
        params={},
    )
    return True


def registration_of(session: Session, app: Application, token_text: str) -> User:
    """Return the account that a mailed link is about. Spends nothing. Raises InvalidLink."""
    token = _link(session, app, token_text)
    user = session.get(User, token.user_id)
    if user is None or not _may_be_disowned(user, app):
        raise InvalidLink
    return user


def disown(session: Session, app: Application, source: Source, token_text: str) -> None:
    """Delete an account that the owner of its address did not make. Raises InvalidLink.

    Its memberships go too, and the keys that it made; a workspace that loses its last member is
    suspended. Nothing of it can be asked of an account whose owner has proved to have made it.
    """
    now = app.now()
    token = _link(session, app, token_text)
    user = lock_user(session, token.user_id)
    if user is None or not tokens.spend(session, token.id, now):
        raise InvalidLink
    if not _may_be_disowned(user, app):
        raise InvalidLink
    remove_everywhere(session, user.id, now)
    record(session, app, source, Event(DISOWNED, subject_id=user.id))
    mail.send_later(
        session,
        app,
        template="account_disowned",
        to=user.email,
        locale=user.locale,
        params={},
    )
    session.flush()
    delete_user(session, user.id)


def disown_link(session: Session, app: Application, user_id: UUID) -> str:
    """Return the link of the page on which the owner of an address disowns the account."""
    token = tokens.issue(session, Purpose.DISOWN_ACCOUNT, user_id, app.now())
    return f"{app.settings.public_origin}/disown#token={token}"


def _link(session: Session, app: Application, text: str) -> OneTimeToken:
    # The confirmation's own link will do: it came to the same mailbox.
    for purpose in (Purpose.DISOWN_ACCOUNT, Purpose.CONFIRM_ADDRESS):
        token = tokens.find_live(session, purpose, text, app.now())
        if token is not None:
            return token
    raise InvalidLink


def _may_be_disowned(user: User, app: Application) -> bool:
    return user.confirmed_at is None or is_doubted(user, app)
