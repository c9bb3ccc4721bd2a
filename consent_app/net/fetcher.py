"""The fetcher of pages from sites that an owner named, and that may be hostile.

https first, then http; three redirects at most, within the same registrable domain and on the usual
ports; only the first megabyte of a body.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

import httpx

from consent_app.net.network import Network, NetworkError, UnreachableError
from consent_app.net.pinned_client import (
    UNREACHABLE,
    PinnedClient,
    hostname_of,
    is_usual,
    pinned_client,
)
from consent_app.net.resolver import Resolver

MAX_BYTES = 1024 * 1024
"""Of a body, as sent and as unpacked. The rest is not read."""
MAX_REDIRECTS = 3

TOO_MANY_REDIRECTS = f"The site redirects more than {MAX_REDIRECTS} times."
BAD_REDIRECT = "The site redirects to an address that cannot be followed."
UNREADABLE = "The encoding of the page is not supported."

HostCheck = Callable[[str], bool]
"""Returns whether a redirect to a hostname may be followed."""

_GZIP_OR_ZLIB = 47
_HEADERS = {
    "Accept": "text/html, text/plain;q=0.9, */*;q=0.1",
    "Accept-Encoding": "identity",
}


@dataclass(frozen=True, slots=True)
class Page:
    """The final response of a site. ``body`` is its first megabyte, decompressed."""

    url: str
    status: int
    body: bytes


async def fetch(
    network: Network, resolver: Resolver, hostname: str, path: str, may_follow: HostCheck
) -> Page:
    """Fetch ``path`` of the site over https or, where that fails, over http.

    ``may_follow`` decides whether a redirect to a host is followed. Raises NetworkError with the
    reason. The caller limits the time.
    """
    async with pinned_client(network, resolver) as client:
        fetcher = _Fetcher(client, may_follow)
        try:
            return await fetcher.follow(httpx.URL(f"https://{hostname}{path}"))
        except UnreachableError as over_https:
            try:
                return await fetcher.follow(httpx.URL(f"http://{hostname}{path}"))
            except UnreachableError as over_http:
                # The owner can fix a bad certificate.
                error = over_https if over_https.reason != UNREACHABLE else over_http
                raise NetworkError(error.reason) from None


@dataclass(slots=True)
class _Fetcher:
    client: PinnedClient
    may_follow: HostCheck

    async def follow(self, url: httpx.URL) -> Page:
        for _ in range(MAX_REDIRECTS + 1):
            response = await self._ask(url)
            if isinstance(response, Page):
                return response
            url = self._allowed(response)
        raise NetworkError(TOO_MANY_REDIRECTS)

    def _allowed(self, url: httpx.URL) -> httpx.URL:
        if not is_usual(url):
            raise NetworkError(BAD_REDIRECT)
        host = hostname_of(url)
        if not self.may_follow(host):
            raise NetworkError(
                f"The site redirects to another domain ({host[:100]}), which is not followed."
            )
        return url

    async def _ask(self, url: httpx.URL) -> Page | httpx.URL:
        """Return the page at ``url``, or where it redirects to."""

        async def read(response: httpx.Response) -> Page | httpx.URL:
            if response.has_redirect_location:
                return _join(url, response.headers["Location"])
            return Page(str(url), response.status_code, await _first_megabyte(response))

        try:
            return await self.client.ask(httpx.Request("GET", url, headers=_HEADERS), read)
        except httpx.InvalidURL:
            # The library parses the target of a redirect even if it is not to follow it.
            raise NetworkError(BAD_REDIRECT) from None


def _join(url: httpx.URL, location: str) -> httpx.URL:
    try:
        return url.join(location)
    except (httpx.InvalidURL, ValueError):
        raise NetworkError(BAD_REDIRECT) from None


async def _first_megabyte(response: httpx.Response) -> bytes:
    """Read a body up to the limit; a compressed one is not decompressed beyond it either.

    The request asks for an uncompressed body, but a few servers compress it all the same.
    """
    encoding = response.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding not in ("identity", "", "gzip", "x-gzip", "deflate"):
        raise NetworkError(UNREADABLE)
    unpack = zlib.decompressobj(_GZIP_OR_ZLIB) if encoding not in ("identity", "") else None
    body = bytearray()
    received = 0
    async for part in response.aiter_raw():
        received += len(part)
        try:
            body += unpack.decompress(part, MAX_BYTES - len(body)) if unpack else part
        except zlib.error:
            raise NetworkError(UNREADABLE) from None
        if len(body) >= MAX_BYTES or received >= MAX_BYTES:
            break
    return bytes(body[:MAX_BYTES])
