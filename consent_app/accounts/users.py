"""Users: creating them, and finding and locking them by their addresses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app import email_address
from consent_app.accounts import queries
from consent_app.accounts.models import NAME_CHARACTERS, User
from consent_app.application import Application
from consent_app.db.constraints import violates
from consent_app.db.ids import new_id
from consent_app.errors import AccountNotFound, EmailTaken, ValidationFailed
from consent_app.text import LOCALES

DEFAULT_LOCALE = LOCALES[0]


@dataclass(frozen=True, slots=True)
class NewUser:
    """The data of a new account. ``name`` and ``organization_name`` are trimmed already."""

    email: str
    password_hash: str | None = None
    name: str | None = None
    organization_name: str | None = None
    locale: str = DEFAULT_LOCALE


def email_key(email: str) -> str:
    """Return the form in which addresses are compared: without regard to case."""
    return email.strip().casefold()


def validate_address(app: Application, email: str) -> None:
    """Raise ValidationFailed at ``#/email`` unless ``email`` is an address in a public domain."""
    problem = email_address.problem_of(email, development=app.settings.development)
    if problem is not None:
        raise ValidationFailed.at("#/email", problem)


def find_user_by_email(session: Session, email: str) -> User | None:
    """Return the user with this address, compared without regard to case, or None."""
    return queries.get_user_by_email_key(session, email_key(email))


def lock_user_by_email(session: Session, email: str) -> User | None:
    """Return the current row of the user with this address, as ``lock_user`` does, or None.

    Returns None if the account changes its address while this waits for the lock.
    """
    user = find_user_by_email(session, email)
    locked = queries.lock_user(session, user.id) if user is not None else None
    return locked if locked is not None and locked.email_key == email_key(email) else None


def lock_known_user(session: Session, email: str) -> User:
    """Return the same as ``lock_user_by_email`` for an address that an operator names.

    Raises AccountNotFound.
    """
    user = lock_user_by_email(session, email)
    if user is None:
        raise unknown_account(email)
    return user


def unknown_account(email: str) -> AccountNotFound:
    """Return the error for an operator who names an address that no account has."""
    return AccountNotFound(
        f"No account has the address {email}. `consent-app user list` lists the accounts."
    )


def create_user(session: Session, new_user: NewUser, now: datetime) -> User:
    """Add a user. Raises EmailTaken when the address has an account, however it is written."""
    email = new_user.email
    user = User(
        id=new_id(),
        email=email,
        email_key=email_key(email),
        name=new_user.name,
        organization_name=new_user.organization_name or _organization_name(email),
        locale=new_user.locale,
        password_hash=new_user.password_hash,
        created_at=now,
    )
    try:
        with session.begin_nested():
            session.add(user)
    except IntegrityError as error:
        if violates(error, "uq_users_email_key", "users.email_key"):
            raise EmailTaken from None
        raise
    return user


def set_address(session: Session, user: User, email: str, now: datetime) -> None:
    """Give the user another address, verified at ``now``. Raises IntegrityError for a taken one.

    Another spelling of a verified address stays verified since then.
    """
    key = email_key(email)
    if user.verified_at is None or key != user.email_key:
        user.verified_at = now
    user.email, user.email_key = email, key
    session.flush()


def _organization_name(email: str) -> str:
    local = email.partition("@")[0].replace("://", "").strip(' "')
    return local[:NAME_CHARACTERS] or "Workspace"
