"""The routes behind the links of account mails, and those that ask for such mails."""

from __future__ import annotations

from consent_app.accounts.service import email_key
from consent_app.api.json import timestamp
from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.sign_in import confirming, resetting
from consent_app.sign_in.network_limits import limited_source


@api_view("email_resend", "POST", permission="public")
def resend_confirmation(request: Request) -> None:
    """Send the confirmation mail again."""
    confirming.request_confirmation(request.db, request.runtime, _recipient(request))


@api_view("email_verify", "POST", permission="public")
def verify_email(request: Request) -> dict[str, str]:
    """Confirm an address."""
    token = request.openapi_validated.body["token"]
    email, first = confirming.confirm(request.db, request.runtime, source_of(request), token)
    return {"email": email, "verifiedAt": timestamp(first)}


@api_view("password_reset_request", "POST", permission="public")
def request_password_reset(request: Request) -> None:
    """Ask for a password reset."""
    resetting.request_reset(request.db, request.runtime, _recipient(request))


@api_view("password_reset_confirm", "POST", permission="public")
def confirm_password_reset(request: Request) -> None:
    """Set a new password with a mailed token."""
    body = request.openapi_validated.body
    resetting.reset(
        request.db, request.runtime, limited_source(request), body["token"], body["password"]
    )


def _recipient(request: Request) -> str:
    # Counted by the address whether or not it has an account: the limit betrays nothing.
    email: str = request.openapi_validated.body["email"]
    check(request, "mails", email_key(email))
    check(request, "mails_from", source_of(request).block)
    return email
