"""How connections to the internet are made, and how one fails."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

import certifi

from consent_app.net.address_policy import Address, is_any, is_public
from consent_app.settings import Settings

TOTAL_SECONDS = 5.0
"""The time limit for everything on one site: names, connections, redirects, headers and bodies."""

USUAL_PORTS: Mapping[str, int] = {"http": 80, "https": 443}


class NetworkError(Exception):
    """A site could not be fetched. ``reason`` says why, for its owner, whatever it was fetched
    for, and without an address."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class UnreachableError(NetworkError):
    """Nothing could be fetched over this scheme. Another scheme may work."""


@dataclass(frozen=True, slots=True)
class Network:
    """The settings of outgoing connections. Tests put their own servers in place of these.

    ``nameservers`` are addresses and ports; none means the system's. ``trust`` returns the
    context with the certificate authorities, which takes 30 ms of CPU time to load: not before the
    first connection. ``ports`` is the one port that is connected to for each scheme.
    """

    user_agent: str
    nameservers: tuple[tuple[str, int], ...] = ()
    allowed: Callable[[Address], bool] = is_public
    trust: Callable[[], ssl.SSLContext] = field(default_factory=lambda: cache(trusted_authorities))
    ports: Mapping[str, int] = field(default_factory=lambda: USUAL_PORTS)
    total_seconds: float = TOTAL_SECONDS


def trusted_authorities() -> ssl.SSLContext:
    """Return the context that validates chains and names.

    It trusts the system's authorities (OpenSSL's ``SSL_CERT_FILE`` names others) or, on a machine
    that has none, certifi's.
    """
    context = ssl.create_default_context()
    # From 3.13 on, Python refuses certificates with formal mistakes that browsers accept, such as
    # those of every authority that was made with ``openssl req -x509``.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if not context.cert_store_stats()["x509_ca"]:
        context.load_verify_locations(certifi.where())
    return context


def build_network(settings: Settings, user_agent: str) -> Network:
    """Return the network that the settings describe, under one user agent."""
    return Network(
        user_agent=user_agent,
        nameservers=settings.dns_nameservers,
        allowed=is_any if settings.fetch_allow_private_addresses else is_public,
    )
