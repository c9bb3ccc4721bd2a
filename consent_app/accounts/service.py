"""Functions that other rooms may call: creating and finding users, passwords, identities."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app import email_address
from consent_app.accounts import queries
from consent_app.accounts.addressed_jobs import address_of_job, enqueue_for_address
from consent_app.accounts.identities import (
    add_identity,
    delete_identity,
    identity_id,
    is_linked_already,
    provider_name,
)
from consent_app.accounts.models import NAME_CHARACTERS, Identity, User
from consent_app.accounts.new_people import field_errors as new_person_errors
from consent_app.accounts.new_people import is_valid_name
from consent_app.accounts.queries import (
    delete_identities,
    delete_user,
    forget_registrations,
    get_identities,
    get_user,
    get_user_of_identity,
    get_users,
    has_other_identity,
    lock_user,
    lock_user_of_identity,
    mark_demo_used,
    mark_verified,
    set_password_hash,
)
from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.constraints import violates
from consent_app.db.ids import new_id
from consent_app.errors import AccountNotFound, EmailTaken, ValidationFailed
from consent_app.security.passwords import ANYONE, Caller
from consent_app.text import LOCALES

DEFAULT_LOCALE = LOCALES[0]

__all__ = [
    "DEFAULT_LOCALE",
    "Identity",
    "NewUser",
    "User",
    "add_identity",
    "address_of_job",
    "caller_of",
    "check_password",
    "create_user",
    "delete_identities",
    "delete_identity",
    "delete_user",
    "email_key",
    "enqueue_for_address",
    "find_user_by_email",
    "forget_registrations",
    "get_identities",
    "get_user",
    "get_user_of_identity",
    "get_users",
    "has_other_identity",
    "identity_id",
    "is_linked_already",
    "is_valid_name",
    "lock_known_user",
    "lock_user",
    "lock_user_by_email",
    "lock_user_of_identity",
    "mark_demo_used",
    "mark_verified",
    "new_password_hash",
    "new_person_errors",
    "personal_names",
    "provider_name",
    "rehash_password",
    "set_address",
    "set_password_hash",
    "unknown_account",
    "user_summary",
    "validate_address",
    "validate_password",
]


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
    locked = lock_user(session, user.id) if user is not None else None
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
    """Give the user another address, verified at ``now``. Raises IntegrityError for a taken one."""
    user.email, user.email_key, user.verified_at = email, email_key(email), now
    session.flush()


def new_password_hash(
    ctx: Context,
    password: str,
    pointer: str = "#/password",
    names: Iterable[str | None] = (),
) -> str:
    """Return the hash of a password that someone chose.

    Raises the errors of ``validate_password``, and passwords.BusyError. Call it with no transaction
    open: it takes about 60 ms.
    """
    validate_password(ctx.app, password, pointer, names)
    return ctx.app.passwords.hash(password, caller_of(ctx))


def caller_of(ctx: Context, *, is_known: bool = False) -> Caller:
    """Return the caller by whose network hashing requests are queued.

    ``is_known``: whether the person has signed in from the client's network.
    """
    return Caller(ctx.client.site if ctx.client else "", is_known)


def validate_password(
    app: Application,
    password: str,
    pointer: str = "#/password",
    names: Iterable[str | None] = (),
) -> None:
    """Raise ValidationFailed at ``pointer`` for a common password, with the reason.

    ``names`` are the person's own (name, address, organization). It may not consist of them, nor of
    the product's.
    """
    all_names = (*names, app.settings.branding.product_name)
    rule = app.common_passwords.violated_rule(password, all_names)
    if rule is not None:
        raise ValidationFailed.at(pointer, rule)


def personal_names(user: User) -> tuple[str | None, ...]:
    """Return a person's name, address and organization, which their password may not consist of."""
    return user.name, user.email, user.organization_name


def check_password(
    app: Application, user: User | None, password: str, caller: Caller = ANYONE
) -> bool:
    """Return whether ``password`` is the user's. Without a user: False, after the same time.

    Call it with no transaction open: it takes about 60 ms. Raises passwords.BusyError.
    """
    return app.passwords.verify(user.password_hash if user else None, password, caller)


def rehash_password(app: Application, user: User, password: str) -> str | None:
    """Return a new hash of a password that was just checked, if the stored hash was made with
    outdated parameters; otherwise None."""
    if user.password_hash is None or not app.passwords.needs_rehash(user.password_hash):
        return None
    return app.passwords.hash(password)


def user_summary(user_id: UUID, email: str) -> dict[str, str]:
    """Return the UserSummary of the document."""
    return {"id": str(user_id), "email": email}


def _organization_name(email: str) -> str:
    local = email.partition("@")[0].replace("://", "").strip(' "')
    return local[:NAME_CHARACTERS] or "Workspace"
