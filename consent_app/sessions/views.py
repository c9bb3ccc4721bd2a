"""The routes of sessions: refreshing, signing out, hand-off, and the keys of access tokens."""

from __future__ import annotations

from typing import Any

from consent_app.api.views import api_view
from consent_app.http.json_response import JsonResponse
from consent_app.operations import account as account_operations
from consent_app.operations import keys as key_operations
from consent_app.operations import sign_in as operations
from consent_app.sessions import handoff, schemas, sessions


@api_view("refresh", "POST", permission="public")
def refresh(request: operations.RefreshSession) -> dict[str, str]:
    """Rotate a refresh token."""
    return schemas.token_pair(sessions.refresh(request.ctx, request.body.refresh_token))


@api_view("logout", "POST", permission="public")
def log_out(request: operations.Logout) -> None:
    """End a session."""
    sessions.log_out(request.ctx, request.body.refresh_token)


@api_view("handoff", "POST", permission="panel:viewer")
def create_handoff(request: operations.CreateHandoff) -> dict[str, str]:
    """Hand the sign-in off to another workspace."""
    return schemas.handoff(handoff.hand_off(request.ctx, request.body.org_slug))


@api_view("account_workspace_handoff", "POST", permission="account")
def create_workspace_handoff(request: account_operations.CreateWorkspaceHandoff) -> dict[str, str]:
    """Hand the account's sign-in off to one of its workspaces."""
    return schemas.handoff(handoff.hand_off(request.ctx, request.body.org_slug))


@api_view("handoff_exchange", "POST", permission="public")
def exchange_handoff(request: operations.ExchangeHandoff) -> dict[str, Any]:
    """Redeem a hand-off code for a workspace session."""
    return schemas.opened_session(handoff.redeem(request.ctx, request.body.code))


@api_view("account_handoff", "POST", permission="panel:viewer")
def create_account_handoff(request: operations.CreateAccountHandoff) -> dict[str, str]:
    """Hand the sign-in off to the public site."""
    return schemas.handoff(handoff.hand_off_account(request.ctx))


@api_view("account_handoff_exchange", "POST", permission="public")
def exchange_account_handoff(request: operations.ExchangeAccountHandoff) -> dict[str, Any]:
    """Redeem a hand-off code for an account session."""
    redeemed = handoff.redeem_account(request.ctx, request.body.code)
    return schemas.redeemed_account_handoff(redeemed)


@api_view("jwks", "GET", permission="public")
def get_public_keys(request: key_operations.GetPublicKeys) -> JsonResponse:
    """Return the public keys."""
    return JsonResponse(
        request.ctx.app.signer.public_keys(), headers={"Cache-Control": "public, max-age=300"}
    )
