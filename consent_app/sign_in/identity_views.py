"""The route that takes an identity provider's ID token (``docs/decisions.md`` §8)."""

from __future__ import annotations

from typing import Any

from pyramid.config import Configurator

from consent_app.api.json import timestamp
from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.errors import IdentityProviderUnavailable
from consent_app.sign_in import identity, identity_uses
from consent_app.sign_in.identity_mails import IDENTITY_LINKED
from consent_app.sign_in.providers import build_providers


@api_view("identity_provider", "POST", permission="public")
def identity_provider(request: Request) -> dict[str, Any]:
    """Sign in with an ID token."""
    body = request.openapi_validated.body
    source = source_of(request)
    check(request, "identities", source.block)
    return identity.sign_in(
        request.db,
        request.app,
        source,
        request.registry.identity_providers,
        id_token=body["idToken"],
        allow_signup=body.get("allowSignup", False),
        workspace_slug=body.get("orgSlug"),
    )


@api_view("identity_provider_nonce", "POST", permission="public")
def identity_provider_nonce(request: Request) -> dict[str, str]:
    """Make a nonce for an identity provider."""
    check(request, "nonces", source_of(request).block)
    if not len(request.registry.identity_providers):
        raise IdentityProviderUnavailable
    nonce, expires_at = identity_uses.issue_nonce(request.app)
    return {"nonce": nonce, "expiresAt": timestamp(expires_at)}


def includeme(config: Configurator) -> None:
    """Set up the providers of the settings, and what goes with the route."""
    config.registry.identity_providers = build_providers(config.registry.application.settings)
    config.add_mail_template(IDENTITY_LINKED)
    # For whole offices behind one address; a token cannot be guessed.
    config.add_rate_limit("identities", 120, per_seconds=60)
    config.add_rate_limit("nonces", 120, per_seconds=60)
    config.scan(__name__)
