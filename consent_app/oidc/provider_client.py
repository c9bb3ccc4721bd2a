"""Calling a provider over HTTP: for its documents (OpenID Discovery), and to redeem a code for an
ID token (RFC 6749 §4.1.3, RFC 7636).

Redirects are not followed, and time and size are limited. The provider is trusted to say who
somebody is, but not to occupy this service's threads.
"""

from __future__ import annotations

import asyncio
import base64
import ssl
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar
from urllib.parse import quote_plus, urlsplit

import httpx
import orjson

from consent_app.net.certificates import describe_certificate_error
from consent_app.net.network import trusted_authorities
from consent_app.oidc.endpoints import Endpoints, read_endpoints
from consent_app.oidc.jwks import FETCH_SECONDS, JwkSet, ProviderUnavailableError, read_jwk_set
from consent_app.settings import IdentityProvider
from consent_app.settings.exposure import is_loopback
from consent_app.settings.identity_providers import is_allowed_url

DISCOVERY_PATH = "/.well-known/openid-configuration"
MAX_BYTES = 256 * 1024
"""For each document."""

_HEADERS = {
    "Accept": "application/json",
    # An uncompressed response cannot grow when it is decoded.
    "Accept-Encoding": "identity",
    "User-Agent": "consent-app",
}

Result = TypeVar("Result")

_authorities = cache(trusted_authorities)
"""Loading them takes 30 ms of CPU time, so a process loads them once, with its first call."""


class CodeRefusedError(Exception):
    """The provider refused the code, because it is wrong, expired or already used."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A code, with the values that show that it was requested here."""

    code: str
    verifier: str
    redirect_uri: str


def fetch_keys(
    provider: IdentityProvider, *, development: bool, total_seconds: float = FETCH_SECONDS
) -> JwkSet:
    """Fetch the provider's current documents. Raises ProviderUnavailableError.

    Blocks for at most ``total_seconds``. Never call it within a transaction.
    """

    async def fetch(client: httpx.AsyncClient) -> JwkSet:
        return await _fetch(client, provider, development)

    return call_within_deadline(provider.issuer, fetch, total_seconds)


async def _fetch(
    client: httpx.AsyncClient, provider: IdentityProvider, development: bool
) -> JwkSet:
    issuer = provider.issuer
    document = await _get(client, issuer.rstrip("/") + DISCOVERY_PATH)
    if not isinstance(document, dict) or document.get("issuer") != issuer:
        raise ProviderUnavailableError("the discovery document names another issuer")
    address = document.get("jwks_uri")
    if not isinstance(address, str) or not is_allowed_url(address, development=development):
        raise ProviderUnavailableError("jwks_uri is not an https address")
    endpoints = read_endpoints(document, development=development)
    try:
        return read_jwk_set(await _get(client, address), endpoints)
    except ValueError as error:
        raise ProviderUnavailableError(str(error)) from None


async def _get(client: httpx.AsyncClient, url: str) -> Any:
    async with client.stream("GET", url) as response:
        if response.status_code != httpx.codes.OK:
            raise ProviderUnavailableError(f"a response with status {response.status_code}")
        return await response_json(response)


def redeem_code(
    provider: IdentityProvider,
    endpoints: Endpoints,
    grant: Grant,
    *,
    total_seconds: float = FETCH_SECONDS,
) -> str:
    """Return the ID token for a code.

    Blocks for at most ``total_seconds``. Never call it within a transaction. Raises
    CodeRefusedError, and ProviderUnavailableError for every other failure.
    """

    async def redeem(client: httpx.AsyncClient) -> str:
        form, headers = _form(grant), {}
        if provider.client_secret is None or endpoints.secret_in_body:
            form["client_id"] = provider.client_ids[0]
        if provider.client_secret is not None and endpoints.secret_in_body:
            form["client_secret"] = provider.client_secret
        elif provider.client_secret is not None:
            headers["Authorization"] = _basic(provider.client_ids[0], provider.client_secret)
        async with client.stream("POST", endpoints.token, data=form, headers=headers) as response:
            return _id_token(response.status_code, await response_json(response))

    return call_within_deadline(endpoints.token, redeem, total_seconds)


def _form(grant: Grant) -> dict[str, str]:
    return {
        "grant_type": "authorization_code",
        "code": grant.code,
        "redirect_uri": grant.redirect_uri,
        "code_verifier": grant.verifier,
    }


def _basic(client_id: str, secret: str) -> str:
    # RFC 6749 §2.3.1: each is form-encoded first.
    pair = f"{quote_plus(client_id)}:{quote_plus(secret)}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"


def _id_token(status: int, body: Any) -> str:
    response = body if isinstance(body, dict) else {}
    if status != httpx.codes.OK:
        error = response.get("error")
        if error == "invalid_grant":
            raise CodeRefusedError
        # A provider's message may contain anything. A registered error code is one word.
        word = error if isinstance(error, str) and error.isidentifier() else "no error in words"
        raise ProviderUnavailableError(f"a response with status {status} ({word[:40]})")
    token = response.get("id_token")
    if not isinstance(token, str):
        raise ProviderUnavailableError("a response without an ID token")
    return token


def call_within_deadline(
    address: str, ask: Callable[[httpx.AsyncClient], Awaitable[Result]], total_seconds: float
) -> Result:
    """Return the result of ``ask``, called with a client for ``address``.

    Blocks for at most ``total_seconds``. Never call it within a transaction. Raises
    ProviderUnavailableError.
    """
    try:
        return _run(_ask(address, ask, total_seconds))
    except TimeoutError:
        raise ProviderUnavailableError(f"no response within {total_seconds:g} seconds") from None
    except (httpx.HTTPError, httpx.InvalidURL, ssl.SSLError, OSError) as error:
        raise ProviderUnavailableError(_reason(error, address)) from None


def _reason(error: Exception, address: str) -> str:
    problem = describe_certificate_error(error, urlsplit(address).hostname or "")
    if problem is not None:
        return problem.removesuffix(".")
    name = type(error).__name__
    # Its text is the system's, such as of an unknown host; that of others may repeat a response.
    return f"{name}, {error}" if isinstance(error, httpx.ConnectError) else name


async def response_json(response: httpx.Response) -> Any:
    """Return the JSON of a streamed response.

    Raises ProviderUnavailableError if it is invalid or too large.
    """
    body = bytearray()
    async for part in response.aiter_raw():
        body += part
        if len(body) > MAX_BYTES:
            raise ProviderUnavailableError(f"a response of more than {MAX_BYTES} bytes")
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise ProviderUnavailableError("a response that is not JSON") from None


async def _ask(
    address: str, ask: Callable[[httpx.AsyncClient], Awaitable[Result]], total_seconds: float
) -> Result:
    # httpx limits each wait separately. A provider that sends a byte now and then must be stopped
    # from outside, which only cancelling a task can do.
    async with (
        asyncio.timeout(total_seconds),
        httpx.AsyncClient(
            follow_redirects=False,
            timeout=total_seconds,
            headers=_HEADERS,
            verify=_authorities(),
            # Proxy settings for the internet do not apply to this machine.
            trust_env=not is_loopback(urlsplit(address).hostname or ""),
        ) as client,
    ):
        return await ask(client)


def _run(work: Coroutine[Any, Any, Result]) -> Result:
    # Like asyncio.run, which would wait for a name server's thread however long that takes.
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(work)
    finally:
        work.close()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
