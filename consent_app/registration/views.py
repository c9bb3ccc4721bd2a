"""The routes of registration, invitations, and the links of account emails."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.accounts.service import validate_address
from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.errors import Unauthenticated
from consent_app.http.bearer import bearer_token
from consent_app.http.request import Request
from consent_app.operations import sign_in as operations
from consent_app.registration import (
    email_verification,
    invitation_acceptance,
    password_reset,
    pre_hijacking,
    registration,
    schemas,
)
from consent_app.registration.mail_limits import count_mail_request, limit_site
from consent_app.security.signed_tokens import Audience
from consent_app.sessions.service import authenticate
from consent_app.sign_in.service import challenge_schema, limit_hashing

AUDIENCES: tuple[Audience, ...] = ("account", "panel")


@api_view("register", "POST", permission="public")
def register(request: operations.Register) -> dict[str, Any]:
    """Create a user."""
    limit_hashing(request.http)
    enforce_rate_limit(request.http, "registrations", request.http.client.block)
    limit_site(request.http)
    body = request.body
    new_account = registration.Registration(
        body.email, body.password, body.name, body.organization_name
    )
    return challenge_schema(registration.register(request.ctx, new_account))


@api_view("invite", "POST", permission="public")
def get_invitation_offer(request: operations.GetInvitationOffer) -> dict[str, Any]:
    """Show the workspace and the role that an invitation offers."""
    return schemas.offer(invitation_acceptance.get_offer(request.ctx, request.body.token))


@api_view("invite_accept", "POST", permission="public")
def accept_invitation(request: operations.AcceptInvitation) -> dict[str, Any]:
    """Accept an invitation."""
    limit_hashing(request.http)
    body = request.body
    acceptance = invitation_acceptance.Acceptance(body.token, body.name, body.password)
    return challenge_schema(invitation_acceptance.accept_invitation(request.ctx, acceptance))


@api_view("email_resend", "POST", permission="public")
def resend_verification(request: operations.ResendConfirmation) -> None:
    """Send the verification email again."""
    email = request.body.email
    validate_address(request.ctx.app, email)
    if count_mail_request(request.http, "verification_mails", email):
        email_verification.request_verification(request.ctx, email)


@api_view("email_verify", "POST", permission="public")
def verify_email(request: operations.VerifyEmail) -> dict[str, str]:
    """Verify an address."""
    registrant_id = _registrant_id(request.http)
    address = email_verification.verify(request.ctx, request.body.token, registrant_id)
    return schemas.verified_address(address)


@api_view("email_registration", "POST", permission="public")
def get_registration(request: operations.GetRegistration) -> dict[str, Any]:
    """Return when and from where an account was registered."""
    return schemas.registration(pre_hijacking.get_registration(request.ctx, request.body.token))


@api_view("email_disown", "POST", permission="public")
def disown_account(request: operations.DisownAccount) -> None:
    """Delete an account that the owner of its address did not register."""
    pre_hijacking.disown(request.ctx, request.body.token)


@api_view("password_reset_request", "POST", permission="public")
def request_password_reset(request: operations.RequestPasswordReset) -> None:
    """Ask for a password reset."""
    email = request.body.email
    validate_address(request.ctx.app, email)
    if count_mail_request(request.http, "reset_mails", email):
        password_reset.request_reset(request.ctx, email)


@api_view("password_reset_confirm", "POST", permission="public")
def confirm_password_reset(request: operations.ConfirmPasswordReset) -> None:
    """Set a new password with a mailed token."""
    limit_hashing(request.http)
    password_reset.reset(request.ctx, request.body.token, request.body.password)


def _registrant_id(request: Request) -> UUID | None:
    # A missing, expired or foreign token is treated the same: it proves nothing.
    try:
        token = bearer_token(request)
    except Unauthenticated:
        return None
    for audience in AUDIENCES:
        authentication = authenticate(request.db, request.app, token, audience)
        if authentication is not None:
            return authentication.actor.user_id
    return None
