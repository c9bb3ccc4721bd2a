"""Passwords that people choose, and checking them."""

from __future__ import annotations

from collections.abc import Iterable

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import ValidationFailed
from consent_app.security.passwords import ANYONE, Caller


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
