"""Errors about people: signing in, accounts, workspaces, billing."""

from __future__ import annotations

from consent_app.errors.base import AppError
from consent_app.errors.requests import Unavailable


class InvalidLink(AppError):
    """The mailed token is unknown, expired, revoked or used. These are not distinguished."""

    status = 400
    code = "invalid_link"
    title = "The link is not valid"
    default_detail = "This link is invalid, has expired or was already used. Ask for a new one."
    resolution = "Ask for a new email. For an unsubscribe link, use the one in your latest email."


class InvalidCredentials(AppError):
    """The password, the address or the workspace is wrong. These are not distinguished."""

    status = 401
    code = "invalid_credentials"
    title = "Sign-in failed"
    default_detail = "The email address or the password is incorrect. Check both and try again."
    resolution = "Check the address, the password and the workspace, or reset the password."


class InvalidChallenge(AppError):
    """The challenge is unknown, expired or used, has another purpose, or had too many attempts."""

    status = 401
    code = "invalid_challenge"
    title = "The challenge is not valid"
    default_detail = "This sign-in step has expired or was already used. Sign in again."
    resolution = "Sign in again. A challenge expires after ten minutes or five wrong codes."


class InvalidCode(AppError):
    """The code of the second factor, a hand-off or an identity provider is wrong, expired or
    used."""

    status = 401
    code = "invalid_code"
    title = "The code is not valid"
    default_detail = "The code is wrong, has expired or was already used. Try a new one."
    resolution = (
        "Enter the authenticator's next code: every code works only once. For a hand-off, request"
        " another code. For an identity provider, start the sign-in again."
    )


class OwnSignInRequired(AppError):
    """The session was opened with an invitation link only, and this is outside its workspace."""

    status = 403
    code = "own_sign_in_required"
    title = "Sign in with your own credentials first"
    default_detail = (
        "This session came from an invitation link and is only valid for that workspace. Sign in "
        "as you usually do."
    )
    resolution = (
        "Sign in with the identity provider, or reset the password and sign in with the new one."
    )


class InvalidIdToken(AppError):
    """The ID token could not be verified."""

    status = 401
    code = "invalid_id_token"
    title = "The ID token is not valid"
    default_detail = "The identity provider's token could not be verified. Sign in there again."
    resolution = "Sign in at the identity provider again, and send the new token right away."


class InvalidRefreshToken(AppError):
    """The refresh token is unknown, expired or reused, or its session has ended."""

    status = 401
    code = "invalid_refresh_token"
    title = "The refresh token is not valid"
    default_detail = "The session has ended. Sign in again."
    resolution = (
        "Sign in again. Keep only the newest refresh token, and refresh from one place at a time."
    )


class WorkspaceSuspended(AppError):
    """The workspace is suspended. Only returned once the credential has been verified."""

    status = 403
    code = "workspace_suspended"
    title = "The workspace is suspended"
    default_detail = (
        "This workspace is suspended. An owner can pay for its plan, or ask the operator of this"
        " server."
    )
    resolution = (
        "If its plan has ended, an owner can pay at `POST /v1/billing/checkout` with `orgSlug`. If "
        "the operator suspended it, ask them. API keys can still read in the meantime."
    )


class SignupClosed(AppError):
    """Registration is turned off by the setting ``signup``."""

    status = 403
    code = "signup_closed"
    title = "Registration is closed"
    default_detail = (
        "This server does not accept registrations. Ask its operator for an invitation."
    )
    resolution = "Ask the operator or an owner for an invitation."


class AddressNotVerified(AppError):
    """The caller's own address is not verified, and this sends mail to other people."""

    status = 403
    code = "address_not_verified"
    title = "Your address is not verified"
    default_detail = "Verify your own email address before you write to other people."
    resolution = (
        "Follow the link in the verification email, or request a new one at `POST "
        "/v1/auth/email/resend`."
    )


class EmailNotVerified(AppError):
    """The identity provider has not verified the address."""

    status = 403
    code = "email_not_verified"
    title = "The address is not verified"
    default_detail = "Verify your email address at the identity provider, then sign in again."
    resolution = "Verify the address at the identity provider, then sign in again."


class AccountDisabled(AppError):
    """An operator has disabled the account that the provider's identity belongs to."""

    status = 403
    code = "account_disabled"
    title = "The account is disabled"
    default_detail = "An operator of this service has disabled this account. Ask the operator."
    resolution = "Ask the operator of the service."


class LastSignIn(AppError):
    """The identity to be unlinked is the only way to sign in."""

    status = 409
    code = "last_sign_in"
    title = "The account would lose its last sign-in method"
    default_detail = "This is the only way to sign in to the account. Set a password first."
    resolution = (
        "First set a password with a reset, or link another identity by signing in with it."
    )


class IdentityConflict(AppError):
    """The address is linked to another identity at the same provider."""

    status = 403
    code = "identity_conflict"
    title = "The address is linked to another identity"
    default_detail = (
        "This address is linked to another identity of this provider. Sign in with that one."
    )
    resolution = "Sign in with the identity that is linked to the address."


class AccountNotFound(AppError):
    """The identity has no account, and sign-up was not allowed."""

    status = 404
    code = "account_not_found"
    title = "Account not found"
    default_detail = "No account uses this address. Register first, or ask for an invitation."
    resolution = "Register first, send `allowSignup`, or ask for an invitation."


class EmailTaken(AppError):
    """An account with this address already exists."""

    status = 409
    code = "email_taken"
    title = "The address is already registered"
    default_detail = "An account with this address already exists. Sign in or reset its password."
    resolution = "Sign in, or reset the password."


class DemoUsed(AppError):
    """The account has already used its demo."""

    status = 409
    code = "demo_used"
    title = "The demo was already used"
    default_detail = "This account has already used its demo. Choose a plan instead."
    resolution = "Buy a plan at `POST /v1/billing/checkout`."


class LastOwner(AppError):
    """The workspace would lose its last owner."""

    status = 409
    code = "last_owner"
    title = "The workspace would lose its last owner"
    default_detail = "Make another member an owner first."
    resolution = "Make another member an owner first. Disabled accounts do not count."


class AlreadyMember(AppError):
    """The invited person is already a member of the workspace."""

    status = 409
    code = "already_member"
    title = "Already a member"
    default_detail = (
        "Someone with this address is already a member of the workspace. Change their role instead."
    )
    resolution = "Change the member's role instead, at `PATCH /v1/members/{memberId}`."


class IdentityProviderUnavailable(Unavailable):
    """No identity provider is set up, or its keys are currently unavailable."""

    code = "identity_provider_unavailable"
    title = "The identity provider is unavailable"
    default_detail = (
        "Signing in with an identity provider is currently unavailable. Sign in with a password, or"
        " try again shortly."
    )
    resolution = "Sign in with a password. If a provider is set up, try again after `Retry-After`."
    retry_after_seconds = 60


class BillingUnavailable(Unavailable):
    """No payment provider is set up, or it is currently unavailable."""

    code = "billing_unavailable"
    title = "Payment is unavailable"
    default_detail = "Payment is currently unavailable. Try again shortly, or ask the operator."
    resolution = (
        "Try again after `Retry-After`. If no payment provider is set up, ask the operator."
    )
    retry_after_seconds = 60


class InvalidSignature(AppError):
    """The webhook's signature is wrong, missing or too old. These are not
    distinguished."""

    status = 400
    code = "invalid_signature"
    title = "The signature is not valid"
    default_detail = (
        "The Stripe-Signature header does not match this body, or is too old. Check the webhook's"
        " signing secret and the server's clock."
    )
    resolution = (
        "Check the webhook's signing secret (`consent.stripe_webhook_secret`) and the "
        "server's clock."
    )


class PlanCurrent(AppError):
    """The workspace already pays for this plan."""

    status = 409
    code = "plan_current"
    title = "The workspace already has this plan"
    default_detail = "The workspace already pays for this plan. Choose another one."
    resolution = "Choose another plan."
