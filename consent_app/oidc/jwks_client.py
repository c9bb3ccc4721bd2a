"""Fetching a provider's keys: OpenID discovery, then the key set that it names."""

from __future__ import annotations

from typing import Any

import httpx

from consent_app.oidc.endpoints import read_endpoints
from consent_app.oidc.jwks import FETCH_SECONDS, JwkSet, ProviderAwayError, read_jwk_set
from consent_app.oidc.provider_client import MAX_BYTES, answer_json, asked
from consent_app.settings import IdentityProvider
from consent_app.settings.identity_providers import may_be_asked

__all__ = ["MAX_BYTES", "fetch_keys"]

DISCOVERY_PATH = "/.well-known/openid-configuration"


def fetch_keys(
    provider: IdentityProvider, *, development: bool, total_seconds: float = FETCH_SECONDS
) -> JwkSet:
    """Fetch what the provider publishes now. Raises ProviderAwayError.

    Takes ``total_seconds`` at most, and blocks as long: never call it within a transaction.
    """

    async def fetch(client: httpx.AsyncClient) -> JwkSet:
        return await _fetch(client, provider, development)

    return asked(provider.issuer, fetch, total_seconds)


async def _fetch(
    client: httpx.AsyncClient, provider: IdentityProvider, development: bool
) -> JwkSet:
    issuer = provider.issuer
    document = await _get(client, issuer.rstrip("/") + DISCOVERY_PATH)
    if not isinstance(document, dict) or document.get("issuer") != issuer:
        raise ProviderAwayError("the discovery document names another issuer")
    address = document.get("jwks_uri")
    if not isinstance(address, str) or not may_be_asked(address, development=development):
        raise ProviderAwayError("jwks_uri is no https address")
    endpoints = read_endpoints(document, development=development)
    try:
        return read_jwk_set(await _get(client, address), endpoints)
    except ValueError as error:
        raise ProviderAwayError(str(error)) from None


async def _get(client: httpx.AsyncClient, url: str) -> Any:
    async with client.stream("GET", url) as answer:
        if answer.status_code != httpx.codes.OK:
            raise ProviderAwayError(f"an answer with status {answer.status_code}")
        return await answer_json(answer)
