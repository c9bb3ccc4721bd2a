"""What an operator does to accounts from the command line."""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import User, create_user, find_user_by_email, lock_user
from consent_app.application import Application
from consent_app.audit.service import Event, record
from consent_app.errors import AccountNotFound
from consent_app.sign_in import tokens
from consent_app.sign_in.models import SecondFactor
from consent_app.sign_in.takeover import end_all_sessions, prove_address
from consent_app.sign_in.tokens import Purpose


def vouched_user(session: Session, app: Application, email: str) -> User:
    """Return the account of an address that the operator vouches for, made if there is none.

    An account that was registered at the address without proof is emptied first (``takeover``): the
    operator means the address's owner, not whoever came first.
    """
    user = find_user_by_email(session, email)
    made = user is None
    if user is None:
        user = create_user(
            session,
            email=email,
            password_hash=None,
            name=None,
            organization_name=None,
            now=app.now(),
        )
    emptied = prove_address(session, user, app.now()) and not made
    session.flush()
    detail = {"made": "true"} if made else {"emptied": "true"} if emptied else {}
    event = Event("account.vouched_for", subject_id=user.id, actor_kind="operator", detail=detail)
    record(session, app, None, event)
    return user


def password_link(session: Session, app: Application, user: User) -> str | None:
    """Return a link that sets the user's first password, None where there is one already."""
    if user.password_hash is not None:
        return None
    token = tokens.issue(session, Purpose.RESET_PASSWORD, user.id, app.now())
    return f"{app.settings.public_origin}/reset#token={token}"


def tell_owner(
    session: Session, app: Application, user: User, workspace_name: str, link: str | None
) -> None:
    """Mail a new owner of a workspace, with the link that sets a password if there is one."""
    params = {"workspace": workspace_name}
    mail.send_later(
        session,
        app,
        template="owner_without_password" if link else "owner",
        to=user.email,
        locale=user.locale,
        params=params | {"url": link} if link else params,
    )


def reset_second_factor(session: Session, app: Application, email: str) -> User:
    """Remove a user's authenticator and backup codes, end every session, and tell the user.

    The next sign-in sets a new one up. Raises AccountNotFound.
    """
    user = _held(session, email)
    _spend_challenges(session, app, user)
    session.execute(
        delete(SecondFactor)
        .where(SecondFactor.user_id == user.id)
        .execution_options(synchronize_session=False)
    )
    end_all_sessions(session, user.id, app.now())
    _tell(session, app, user, "second_factor_reset", "second_factor.reset")
    return user


def end_sessions(session: Session, app: Application, email: str) -> User:
    """End every session of a user, and every sign-in under way. Raises AccountNotFound."""
    user = _held(session, email)
    _spend_challenges(session, app, user)
    end_all_sessions(session, user.id, app.now())
    _tell(session, app, user, "sessions_ended", "session.all_ended")
    return user


def disable(session: Session, app: Application, email: str) -> User:
    """Have nobody sign in to an account, and end what is open of it. Raises AccountNotFound.

    Memberships stay, and so do the keys that it made: those are the workspaces'.
    """
    user = _held(session, email)
    user.disabled_at = user.disabled_at or app.now()
    session.flush()
    _spend_challenges(session, app, user)
    tokens.spend_all(session, Purpose.RESET_PASSWORD, user.id, app.now())
    end_all_sessions(session, user.id, app.now())
    _tell(session, app, user, "account_disabled", "account.disabled")
    return user


def enable(session: Session, app: Application, email: str) -> User:
    """Let an account be signed in to again. Raises AccountNotFound."""
    user = _held(session, email)
    user.disabled_at = None
    event = Event("account.enabled", subject_id=user.id, actor_kind="operator")
    record(session, app, None, event)
    return user


def _held(session: Session, email: str) -> User:
    user = find_user_by_email(session, email)
    user = lock_user(session, user.id) if user is not None else None
    if user is None:
        raise AccountNotFound("No account has this address.")
    return user


def _spend_challenges(session: Session, app: Application, user: User) -> None:
    for purpose in (Purpose.SETUP, Purpose.VERIFY):
        tokens.spend_all(session, purpose, user.id, app.now())


def _tell(session: Session, app: Application, user: User, template: str, event: str) -> None:
    mail.send_later(session, app, template=template, to=user.email, locale=user.locale, params={})
    done = Event(event, subject_id=user.id, actor_kind="operator")
    record(session, app, None, done)
