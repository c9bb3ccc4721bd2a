"""The HTTP client for hosts that others name, and that may be hostile.

Every address of a hostname is checked before the connection, which then goes to that address, so
that the name cannot resolve differently in between.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

import httpx

from consent_app.net.address_policy import Address
from consent_app.net.certificates import (
    CONNECT_SECONDS,
    MAX_ADDRESSES,
    describe_certificate_error,
)
from consent_app.net.network import USUAL_PORTS, Network, UnreachableError
from consent_app.net.resolver import Resolver

UNREACHABLE = "The site could not be reached: nothing answers properly at its address."

T = TypeVar("T")


def is_usual(url: httpx.URL) -> bool:
    """Return whether a URL has a host, the scheme http or https, its usual port, no user name."""
    return (
        url.scheme in USUAL_PORTS
        and hostname_of(url) != ""
        and not url.userinfo
        and url.port in (None, USUAL_PORTS[url.scheme])
    )


def hostname_of(url: httpx.URL) -> str:
    """Return the hostname of a URL, in lower case and without a dot at the end."""
    return url.raw_host.decode("ascii", "replace").rstrip(".").lower()


@asynccontextmanager
async def pinned_client(network: Network, resolver: Resolver) -> AsyncIterator[PinnedClient]:
    """Provide a client that connects to allowed addresses only, and follows no redirect."""
    async with httpx.AsyncClient(
        follow_redirects=False,
        trust_env=False,
        verify=network.trust(),
        timeout=httpx.Timeout(network.total_seconds, connect=CONNECT_SECONDS),
        limits=httpx.Limits(max_keepalive_connections=0),
    ) as client:
        yield PinnedClient(network, resolver, client)


@dataclass(frozen=True, slots=True)
class PinnedClient:
    """See ``pinned_client``. The caller limits the time of all requests together."""

    network: Network
    resolver: Resolver
    client: httpx.AsyncClient

    async def ask(
        self, request: httpx.Request, read: Callable[[httpx.Response], Awaitable[T]]
    ) -> T:
        """Return what ``read`` makes of the response, whose body it may read.

        Asks the next address of the host if one breaks off, so a request can arrive twice. Raises
        ValueError for a URL that ``is_usual`` refuses, NetworkError for a hostname without allowed
        addresses, UnreachableError if none of them responds, and httpx.InvalidURL for a response
        that redirects to something that is no URL.
        """
        if not is_usual(request.url):
            raise ValueError("the URL has another scheme or port, a user name, or no host")
        hostname = hostname_of(request.url)
        failure: Exception | None = None
        for address in (await self.resolver.get_addresses(hostname))[:MAX_ADDRESSES]:
            try:
                return await self._ask_at(address, hostname, request, read)
            except (httpx.HTTPError, ssl.SSLError, OSError) as error:
                failure = error
        raise UnreachableError(describe_certificate_error(failure, hostname) or UNREACHABLE)

    async def _ask_at(
        self,
        address: Address,
        hostname: str,
        request: httpx.Request,
        read: Callable[[httpx.Response], Awaitable[T]],
    ) -> T:
        # The address is in the URL, so that no name is looked up again; the hostname goes into
        # Host and into TLS, which checks the certificate against it.
        literal = f"[{address}]" if address.version == 6 else str(address)
        port = self.network.ports[request.url.scheme]
        headers = request.headers.copy()
        headers.update(
            {"Host": hostname, "User-Agent": self.network.user_agent, "Connection": "close"}
        )
        pinned = httpx.Request(
            request.method,
            request.url.copy_with(host=literal, port=port, fragment=None),
            headers=headers,
            stream=request.stream,
            # Extensions of a request replace the client's own time limits.
            extensions={"timeout": self.client.timeout.as_dict(), "sni_hostname": hostname},
        )
        response = await self.client.send(pinned, stream=True)
        try:
            return await read(response)
        finally:
            await response.aclose()
