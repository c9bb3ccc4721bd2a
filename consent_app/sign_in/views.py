"""The routes of signing in with a password and a second factor (``docs/decisions.md`` §8)."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.operations import sign_in as operations
from consent_app.security.tokens import token_digest
from consent_app.sessions.service import opened_session_schema
from consent_app.sign_in import password_sign_in, schemas, second_factor
from consent_app.sign_in.hashing_limits import limit_hashing


@api_view("second_factor_setup", "POST", permission="public")
def set_up_second_factor(request: operations.SetUpSecondFactor) -> dict[str, str]:
    """Return the secret of an enrolment."""
    token = request.body.challenge_token
    enforce_rate_limit(request.http, "enrolments_from", request.http.client.block)
    enforce_rate_limit(request.http, "enrolments", token_digest(token).hex())
    return schemas.authenticator_secret(second_factor.start_enrolment(request.ctx, token))


@api_view("second_factor_confirm", "POST", permission="public")
def confirm_second_factor(request: operations.ConfirmSecondFactor) -> dict[str, Any]:
    """Enable the second factor."""
    limit_hashing(request.http)
    body = request.body
    enrolment = second_factor.confirm_enrolment(request.ctx, body.challenge_token, body.code)
    return schemas.enrolment(enrolment)


@api_view("second_factor_verify", "POST", permission="public")
def verify_second_factor(request: operations.VerifySecondFactor) -> dict[str, Any]:
    """Complete a sign-in with a code."""
    limit_hashing(request.http)
    body = request.body
    opened = second_factor.verify(request.ctx, body.challenge_token, body.code)
    return opened_session_schema(opened)


@api_view("account_login", "POST", permission="public")
def account_login(request: operations.AccountLogin) -> dict[str, Any]:
    """Sign in to the account."""
    limit_hashing(request.http)
    body = request.body
    challenge = password_sign_in.sign_in_to_account(request.ctx, body.email, body.password)
    return schemas.challenge(challenge)


@api_view("login", "POST", permission="public")
def login(request: operations.Login) -> dict[str, Any]:
    """Sign in to a workspace."""
    limit_hashing(request.http)
    body = request.body
    challenge = password_sign_in.sign_in_to_workspace(
        request.ctx, body.email, body.password, body.org_slug
    )
    return schemas.challenge(challenge)
