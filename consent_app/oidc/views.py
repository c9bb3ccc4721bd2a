"""The routes that take an identity provider's ID token (``docs/decisions.md`` §8)."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.oidc import identity_sign_in, nonces, schemas
from consent_app.operations import sign_in as operations
from consent_app.sessions.service import opened_session_schema


@api_view("identity_provider", "POST", permission="public")
def sign_in(request: operations.SignInWithIdentityProvider) -> dict[str, Any]:
    """Sign in with an ID token."""
    enforce_rate_limit(request.http, "identities", request.http.client.block)
    body = request.body
    wanted = identity_sign_in.IdentitySignIn(body.id_token, bool(body.allow_signup), body.org_slug)
    return opened_session_schema(identity_sign_in.sign_in(request.ctx, wanted))


@api_view("identity_provider_nonce", "POST", permission="public")
def create_nonce(request: operations.CreateIdentityProviderNonce) -> dict[str, str]:
    """Make a nonce for an identity provider."""
    enforce_rate_limit(request.http, "nonces", request.http.client.block)
    return schemas.nonce(*nonces.issue_nonce(request.ctx))
