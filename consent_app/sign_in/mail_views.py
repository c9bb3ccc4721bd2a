"""The routes behind the links of account mails, and those that ask for such mails."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.accounts.service import email_key, refuse_address
from consent_app.api.bearer import bearer_token
from consent_app.api.json import timestamp
from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.errors import Unauthenticated
from consent_app.security.signed_tokens import Audience
from consent_app.sign_in import confirming, first_comers, resetting
from consent_app.sign_in.network_limits import limited_source
from consent_app.sign_in.sessions import caller_of

AUDIENCES: tuple[Audience, ...] = ("account", "panel")


@api_view("email_resend", "POST", permission="public")
def resend_confirmation(request: Request) -> None:
    """Send the confirmation mail again."""
    confirming.request_confirmation(request.db, request.app, _recipient(request))


@api_view("email_verify", "POST", permission="public")
def verify_email(request: Request) -> dict[str, str]:
    """Confirm an address."""
    token = request.openapi_validated.body["token"]
    email, first = confirming.confirm(
        request.db, request.app, source_of(request), token, _registrant(request)
    )
    return {"email": email, "verifiedAt": timestamp(first)}


@api_view("email_registration", "POST", permission="public")
def show_registration(request: Request) -> dict[str, Any]:
    """Say when and from where an account was made."""
    token = request.openapi_validated.body["token"]
    user = first_comers.registration_of(request.db, request.app, token)
    return {
        "email": user.email,
        "registeredAt": timestamp(user.created_at),
        "userAgent": user.registered_from,
        "network": user.registered_network,
    }


@api_view("email_disown", "POST", permission="public")
def disown_account(request: Request) -> None:
    """Delete an account that its address's owner did not make."""
    token = request.openapi_validated.body["token"]
    first_comers.disown(request.db, request.app, source_of(request), token)


@api_view("password_reset_request", "POST", permission="public")
def request_password_reset(request: Request) -> None:
    """Ask for a password reset."""
    resetting.request_reset(request.db, request.app, _recipient(request))


@api_view("password_reset_confirm", "POST", permission="public")
def confirm_password_reset(request: Request) -> None:
    """Set a new password with a mailed token."""
    body = request.openapi_validated.body
    resetting.reset(
        request.db, request.app, limited_source(request), body["token"], body["password"]
    )


def _registrant(request: Request) -> UUID | None:
    # No token, one that is over and another account's are alike: they prove nothing.
    try:
        token = bearer_token(request)
    except Unauthenticated:
        return None
    for audience in AUDIENCES:
        caller = caller_of(request.db, request.app, token, audience)
        if caller is not None:
            return caller.user_id
    return None


def _recipient(request: Request) -> str:
    # Counted by the address whether or not it has an account: the limit betrays nothing.
    email: str = request.openapi_validated.body["email"]
    refuse_address(request.app, email)
    check(request, "mails", email_key(email))
    check(request, "mails_from", source_of(request).block)
    return email
