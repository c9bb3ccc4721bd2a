"""Registration: a user, an email that verifies the address, and the challenge to enrol."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.accounts.service import NewUser, create_user, new_password_hash, validate_address
from consent_app.context import Context
from consent_app.errors import SignupClosed
from consent_app.registration import pre_hijacking
from consent_app.registration.email_verification import send_verification
from consent_app.registration.events import AccountRegistered
from consent_app.sign_in.service import Challenge, begin_challenge
from consent_app.text import trimmed


@dataclass(frozen=True, slots=True)
class Registration:
    """The request to register."""

    email: str
    password: str
    name: str | None
    organization_name: str | None


def register(ctx: Context, registration: Registration) -> Challenge:
    """Create a user without a workspace and return the challenge that sets up the second factor.

    The email that verifies the address is a job of the same transaction. Raises EmailTaken,
    SignupClosed, ValidationFailed, passwords.BusyError. Call it before the transaction has begun:
    hashing the password takes about 60 ms.
    """
    if ctx.app.settings.signup != "open":
        raise SignupClosed
    email, organization_name = registration.email, registration.organization_name
    validate_address(ctx.app, email)
    names = (registration.name, email, organization_name)
    new_user = NewUser(
        email,
        new_password_hash(ctx, registration.password, names=names),
        trimmed(registration.name),
        trimmed(organization_name),
        ctx.require_client().language,
    )
    user = create_user(ctx.session, new_user, ctx.now())
    pre_hijacking.set_origin(user, ctx.require_client())
    send_verification(ctx, user)
    ctx.acting_as(user.id).emit(AccountRegistered())
    return begin_challenge(ctx, user.id)
