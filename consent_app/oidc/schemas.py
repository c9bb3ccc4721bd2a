"""Nonces, providers and sign-ins that have begun, as JSON."""

from __future__ import annotations

from datetime import datetime

from consent_app.oidc.authorization import StartedSignIn
from consent_app.oidc.providers import Provider
from consent_app.openapi.json import timestamp


def nonce(text: str, expires_at: datetime) -> dict[str, str]:
    """Return the Nonce of the document."""
    return {"nonce": text, "expiresAt": timestamp(expires_at)}


def offer(provider: Provider) -> dict[str, str | None]:
    """Return the IdentityProviderOffer of the document."""
    return {"issuer": provider.issuer, "name": provider.settings.name}


def started_sign_in(started: StartedSignIn) -> dict[str, str]:
    """Return the IdentityProviderBeginning of the document."""
    return {
        "authorizationUrl": started.url,
        "state": started.state,
        "signInToken": started.token,
        "expiresAt": timestamp(started.expires_at),
    }
