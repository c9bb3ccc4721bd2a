"""The routes for signing in with identity providers (``docs/decisions.md`` §8)."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.oidc import authorization, identity_sign_in, nonces, schemas
from consent_app.oidc.providers import Providers
from consent_app.operations import sign_in as operations
from consent_app.sessions.service import opened_session_schema


@api_view("identity_provider", "POST", permission="public")
def sign_in(request: operations.SignInWithIdentityProvider) -> dict[str, Any]:
    """Sign in with an ID token."""
    enforce_rate_limit(request.http, "identities", request.http.client.block)
    body = request.body
    token_sign_in = identity_sign_in.IdentitySignIn(
        body.id_token, bool(body.allow_signup), body.org_slug
    )
    return opened_session_schema(identity_sign_in.sign_in(request.ctx, token_sign_in))


@api_view("identity_provider_nonce", "POST", permission="public")
def create_nonce(request: operations.CreateIdentityProviderNonce) -> dict[str, str]:
    """Make a nonce for an identity provider."""
    enforce_rate_limit(request.http, "nonces", request.http.client.block)
    return schemas.nonce(*nonces.issue_nonce(request.ctx))


@api_view("identity_providers", "GET", permission="public")
def list_providers(request: operations.ListIdentityProviders) -> list[dict[str, str | None]]:
    """List the providers that a sign-in page can offer."""
    enforce_rate_limit(request.http, "provider_lists", request.http.client.block)
    return [schemas.offer(provider) for provider in request.ctx.app.get(Providers).offered()]


@api_view("identity_provider_authorization", "POST", permission="public")
def begin_sign_in(request: operations.BeginIdentityProviderSignIn) -> dict[str, str]:
    """Begin a sign-in at a provider."""
    enforce_rate_limit(request.http, "nonces", request.http.client.block)
    body = request.body
    authorization_request = authorization.AuthorizationRequest(
        body.issuer, bool(body.allow_signup), body.org_slug
    )
    return schemas.started_sign_in(authorization.begin(request.ctx, authorization_request))


@api_view("identity_provider_code", "POST", permission="public")
def complete_sign_in(request: operations.CompleteIdentityProviderSignIn) -> dict[str, Any]:
    """Complete a sign-in at a provider."""
    enforce_rate_limit(request.http, "identities", request.http.client.block)
    body = request.body
    response = authorization.AuthorizationResponse(
        body.sign_in_token, body.state, body.code, body.iss
    )
    return opened_session_schema(authorization.complete(request.ctx, response))
