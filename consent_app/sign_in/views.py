"""The sign-in routes (``interface.md`` §4.1)."""

from __future__ import annotations

from typing import Any

from consent_app.api.client import rate_limit_address
from consent_app.api.json import JsonResponse
from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.sign_in import handoff, password, registration, second_factor, sessions


@api_view("register", "POST", permission="public")
def register(request: Request) -> dict[str, Any]:
    """Create a user."""
    body = request.openapi_validated.body
    check(request, "registrations", rate_limit_address(request.client_address))
    return registration.register(
        request.db,
        request.runtime,
        email=body["email"],
        password=body["password"],
        name=body.get("name"),
        organization_name=body.get("organizationName"),
    )


@api_view("second_factor_setup", "POST", permission="public")
def second_factor_setup(request: Request) -> dict[str, str]:
    """Give the secret of an enrolment."""
    body = request.openapi_validated.body
    return second_factor.start_setup(request.db, request.runtime, body["challengeToken"])


@api_view("second_factor_confirm", "POST", permission="public")
def second_factor_confirm(request: Request) -> dict[str, Any]:
    """Turn the second factor on."""
    body = request.openapi_validated.body
    return second_factor.confirm_setup(
        request.db, request.runtime, body["challengeToken"], body["code"]
    )


@api_view("second_factor_verify", "POST", permission="public")
def second_factor_verify(request: Request) -> dict[str, Any]:
    """Finish a sign-in with a code."""
    body = request.openapi_validated.body
    return second_factor.verify(request.db, request.runtime, body["challengeToken"], body["code"])


@api_view("account_login", "POST", permission="public")
def account_login(request: Request) -> dict[str, Any]:
    """Sign in to the account."""
    body = request.openapi_validated.body
    return password.account_login(
        request.db,
        request.runtime,
        email=body["email"],
        password=body["password"],
        address=rate_limit_address(request.client_address),
    )


@api_view("login", "POST", permission="public")
def login(request: Request) -> dict[str, Any]:
    """Sign in to a workspace."""
    body = request.openapi_validated.body
    return password.workspace_login(
        request.db,
        request.runtime,
        email=body["email"],
        password=body["password"],
        slug=body["orgSlug"],
        address=rate_limit_address(request.client_address),
    )


@api_view("refresh", "POST", permission="public")
def refresh(request: Request) -> dict[str, str]:
    """Rotate a refresh token."""
    return sessions.refresh(request.runtime, request.openapi_validated.body["refreshToken"])


@api_view("logout", "POST", permission="public")
def logout(request: Request) -> None:
    """End a session."""
    token = request.openapi_validated.body["refreshToken"]
    sessions.log_out(request.db, token, request.runtime.now())


@api_view("handoff_exchange", "POST", permission="public")
def handoff_exchange(request: Request) -> dict[str, Any]:
    """Redeem a hand-off code."""
    return handoff.exchange(request.db, request.runtime, request.openapi_validated.body["code"])


@api_view("jwks", "GET", permission="public")
def jwks(request: Request) -> JsonResponse:
    """Give the public keys."""
    return JsonResponse(
        request.runtime.signer.public_keys(), headers={"Cache-Control": "public, max-age=300"}
    )
