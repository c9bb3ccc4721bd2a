"""Asking a provider over HTTP: without redirects, within one time limit, and up to a size.

The provider is trusted to say who somebody is; it is not trusted to hold this service's threads.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import orjson

from consent_app.oidc.jwks import ProviderAwayError
from consent_app.settings.identity_providers import is_loopback

MAX_BYTES = 256 * 1024
"""For each document."""

_HEADERS = {
    "Accept": "application/json",
    # What is not compressed cannot grow when it is unpacked.
    "Accept-Encoding": "identity",
    "User-Agent": "consent-app",
}

Answer = TypeVar("Answer")


def asked(
    address: str, ask: Callable[[httpx.AsyncClient], Awaitable[Answer]], total_seconds: float
) -> Answer:
    """Return what ``ask`` gets, with a client for what is at ``address``. Raises ProviderAwayError.

    Takes ``total_seconds`` at most, and blocks as long: never call it within a transaction.
    """
    try:
        return _run(_ask(address, ask, total_seconds))
    except TimeoutError:
        raise ProviderAwayError(f"no answer within {total_seconds:g} seconds") from None
    except httpx.HTTPError as error:
        raise ProviderAwayError(type(error).__name__) from None
    except (httpx.InvalidURL, ssl.SSLError, OSError) as error:
        raise ProviderAwayError(type(error).__name__) from None


async def answer_json(answer: httpx.Response) -> Any:
    """Return a streamed answer's JSON. Raises ProviderAwayError for one that is none or large."""
    body = bytearray()
    async for part in answer.aiter_raw():
        body += part
        if len(body) > MAX_BYTES:
            raise ProviderAwayError(f"an answer of more than {MAX_BYTES} bytes")
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        raise ProviderAwayError("an answer that is no JSON") from None


async def _ask(
    address: str, ask: Callable[[httpx.AsyncClient], Awaitable[Answer]], total_seconds: float
) -> Answer:
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
            trust_env=not is_loopback(urlsplit(address).hostname or ""),
        ) as client,
    ):
        return await ask(client)


def _run(work: Coroutine[Any, Any, Answer]) -> Answer:
    # As asyncio.run, which would wait for a name server's thread however long it takes.
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(work)
    finally:
        work.close()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
