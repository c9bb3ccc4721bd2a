"""Fetching a provider's keys: OpenID discovery, then the key set that it names.

Both documents come over https without redirects, within one time limit and up to a size. The
provider is trusted to say who somebody is; it is not trusted to hold this service's threads.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlsplit

import httpx
import orjson

from consent_app.oidc.jwks import FETCH_SECONDS, JwkSet, ProviderAwayError, read_jwk_set
from consent_app.settings import IdentityProvider
from consent_app.settings.identity_providers import is_loopback, may_be_asked

DISCOVERY_PATH = "/.well-known/openid-configuration"
MAX_BYTES = 256 * 1024
"""For each document."""

_HEADERS = {
    "Accept": "application/json",
    # What is not compressed cannot grow when it is unpacked.
    "Accept-Encoding": "identity",
    "User-Agent": "consent-app",
}


def fetch_keys(
    provider: IdentityProvider, *, development: bool, total_seconds: float = FETCH_SECONDS
) -> JwkSet:
    """Fetch what the provider publishes now. Raises ProviderAwayError.

    Takes ``total_seconds`` at most, and blocks as long: never call it within a transaction.
    """
    try:
        return _run(_fetch(provider, development, total_seconds))
    except TimeoutError:
        raise ProviderAwayError(f"no answer within {total_seconds:g} seconds") from None
    except httpx.HTTPError as error:
        raise ProviderAwayError(type(error).__name__) from None
    except (httpx.InvalidURL, ssl.SSLError, OSError) as error:
        raise ProviderAwayError(type(error).__name__) from None


async def _fetch(provider: IdentityProvider, development: bool, total_seconds: float) -> JwkSet:
    issuer = provider.issuer
    # httpx limits each wait by itself; a provider that sends a byte now and then has to be ended
    # from outside, which only a cancelled task is.
    async with (
        asyncio.timeout(total_seconds),
        httpx.AsyncClient(
            follow_redirects=False,
            timeout=total_seconds,
            headers=_HEADERS,
            verify=ssl.create_default_context(),
            # A proxy that is set for the world outside does not lead to this machine.
            trust_env=not is_loopback(urlsplit(issuer).hostname or ""),
        ) as client,
    ):
        document = await _get(client, issuer.rstrip("/") + DISCOVERY_PATH)
        if not isinstance(document, dict) or document.get("issuer") != issuer:
            raise ProviderAwayError("the discovery document names another issuer")
        address = document.get("jwks_uri")
        if not isinstance(address, str) or not may_be_asked(address, development=development):
            raise ProviderAwayError("jwks_uri is no https address")
        try:
            return read_jwk_set(await _get(client, address))
        except ValueError as error:
            raise ProviderAwayError(str(error)) from None


async def _get(client: httpx.AsyncClient, url: str) -> Any:
    async with client.stream("GET", url) as answer:
        if answer.status_code != httpx.codes.OK:
            raise ProviderAwayError(f"an answer with status {answer.status_code}")
        body = bytearray()
        async for part in answer.aiter_raw():
            body += part
            if len(body) > MAX_BYTES:
                raise ProviderAwayError(f"an answer of more than {MAX_BYTES} bytes")
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise ProviderAwayError("an answer that is no JSON") from None


def _run(work: Coroutine[Any, Any, JwkSet]) -> JwkSet:
    # As asyncio.run, which would wait for a name server's thread however long it takes.
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(work)
    finally:
        work.close()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
