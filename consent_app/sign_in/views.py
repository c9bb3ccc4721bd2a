"""The routes of signing in with a password and a second factor (``docs/decisions.md`` §8)."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import JsonResponse
from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.security.tokens import token_digest
from consent_app.sign_in import handoff, joining, password, registration, second_factor, sessions
from consent_app.sign_in.network_limits import limited_source


@api_view("register", "POST", permission="public")
def register(request: Request) -> dict[str, Any]:
    """Create a user."""
    body = request.openapi_validated.body
    source = limited_source(request)
    check(request, "registrations", source.block)
    return registration.register(
        request.db,
        request.app,
        source,
        email=body["email"],
        password=body["password"],
        name=body.get("name"),
        organization_name=body.get("organizationName"),
    )


@api_view("second_factor_setup", "POST", permission="public")
def second_factor_setup(request: Request) -> dict[str, str]:
    """Give the secret of an enrolment."""
    body = request.openapi_validated.body
    check(request, "enrolments_from", source_of(request).block)
    check(request, "enrolments", token_digest(body["challengeToken"]).hex())
    return second_factor.start_setup(request.app, body["challengeToken"])


@api_view("second_factor_confirm", "POST", permission="public")
def second_factor_confirm(request: Request) -> dict[str, Any]:
    """Turn the second factor on."""
    body = request.openapi_validated.body
    return second_factor.confirm_setup(
        request.db, request.app, limited_source(request), body["challengeToken"], body["code"]
    )


@api_view("second_factor_verify", "POST", permission="public")
def second_factor_verify(request: Request) -> dict[str, Any]:
    """Finish a sign-in with a code."""
    body = request.openapi_validated.body
    return second_factor.verify(
        request.db, request.app, limited_source(request), body["challengeToken"], body["code"]
    )


@api_view("account_login", "POST", permission="public")
def account_login(request: Request) -> dict[str, Any]:
    """Sign in to the account."""
    body = request.openapi_validated.body
    return password.account_login(
        request.db,
        request.app,
        limited_source(request),
        email=body["email"],
        password=body["password"],
    )


@api_view("login", "POST", permission="public")
def login(request: Request) -> dict[str, Any]:
    """Sign in to a workspace."""
    body = request.openapi_validated.body
    return password.workspace_login(
        request.db,
        request.app,
        limited_source(request),
        email=body["email"],
        password=body["password"],
        slug=body["orgSlug"],
    )


@api_view("refresh", "POST", permission="public")
def refresh(request: Request) -> dict[str, str]:
    """Rotate a refresh token."""
    token = request.openapi_validated.body["refreshToken"]
    return sessions.refresh(request.app, source_of(request), token)


@api_view("logout", "POST", permission="public")
def logout(request: Request) -> None:
    """End a session."""
    token = request.openapi_validated.body["refreshToken"]
    sessions.log_out(request.db, request.app, source_of(request), token)


@api_view("handoff", "POST", permission="panel:viewer")
def create_handoff(request: Request) -> dict[str, str]:
    """Hand the sign-in off to another workspace."""
    return handoff.hand_off(
        request.db,
        request.app,
        source_of(request),
        request.identity,
        request.openapi_validated.body["orgSlug"],
    )


@api_view("handoff_exchange", "POST", permission="public")
def exchange_handoff(request: Request) -> dict[str, Any]:
    """Redeem a hand-off code for a workspace session."""
    code = request.openapi_validated.body["code"]
    return handoff.exchange(request.db, request.app, source_of(request), code)


@api_view("account_handoff", "POST", permission="panel:viewer")
def create_account_handoff(request: Request) -> dict[str, str]:
    """Hand the sign-in off to the public site."""
    return handoff.hand_off_account(request.db, request.app, source_of(request), request.identity)


@api_view("account_handoff_exchange", "POST", permission="public")
def exchange_account_handoff(request: Request) -> dict[str, Any]:
    """Redeem a hand-off code for an account session."""
    code = request.openapi_validated.body["code"]
    return handoff.exchange_account(request.db, request.app, source_of(request), code)


@api_view("invite_accept", "POST", permission="public")
def accept_invitation(request: Request) -> dict[str, Any]:
    """Accept an invitation."""
    body = request.openapi_validated.body
    return joining.accept_invitation(
        request.db,
        request.app,
        limited_source(request),
        token=body["token"],
        name=body.get("name"),
        password=body.get("password"),
    )


@api_view("jwks", "GET", permission="public")
def jwks(request: Request) -> JsonResponse:
    """Give the public keys."""
    return JsonResponse(
        request.app.signer.public_keys(), headers={"Cache-Control": "public, max-age=300"}
    )
