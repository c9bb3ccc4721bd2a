"""The words of a check: what it is given, what it finds, and what it goes through."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

import certifi

from consent_app.domains.addresses import Address, is_any, is_public
from consent_app.settings import Settings

TOTAL_SECONDS = 5.0
"""For a whole check: names, connections, redirects, headers and bodies."""

META_NAME = "consent-verify"
FILE_PATH = "/.well-known/consent-verify.txt"
DNS_LABEL = "_consent-verify"
SCRIPT_PATH = "/v1/public/banner.js"


class NotProvedError(Exception):
    """A check failed. ``reason`` says why in words for the domain's owner; it names no address."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class UnreachableError(NotProvedError):
    """Nothing could be fetched over this scheme; over another one perhaps it can."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A domain as a check sees it. ``method`` is script, dns_txt, meta_tag or file."""

    id: UUID
    workspace_id: UUID
    hostname: str
    root: str
    method: str
    token: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found. ``reason`` is None where the domain proved to be the owner's.

    ``ssl_ok`` tells of the certificate that was seen; None where nobody answered.
    """

    reason: str | None
    ssl_ok: bool | None


@dataclass(frozen=True, slots=True)
class Network:
    """What checks go through to the world. Tests put their own servers in place of these.

    ``nameservers`` are addresses and ports; none means the system's. ``trust`` is the store of
    certificate authorities; ``ports`` the one port that is connected to for each scheme.
    """

    user_agent: str
    nameservers: tuple[tuple[str, int], ...] = ()
    allowed: Callable[[Address], bool] = is_public
    trust: ssl.SSLContext = field(default_factory=lambda: trusted_authorities())
    ports: Mapping[str, int] = field(default_factory=lambda: {"http": 80, "https": 443})
    total_seconds: float = TOTAL_SECONDS


def trusted_authorities() -> ssl.SSLContext:
    """Return the context that validates chains and names: the system's authorities, or, on a
    machine that has none, certifi's.
    """
    context = ssl.create_default_context()
    if not context.cert_store_stats()["x509_ca"]:
        context.load_verify_locations(certifi.where())
    return context


def network_of(settings: Settings) -> Network:
    """Return what the service's checks go through."""
    return Network(
        user_agent=f"consent-app-verify/1.0 (+{settings.base_url})",
        nameservers=settings.dns_nameservers,
        allowed=is_any if settings.fetch_allow_private_addresses else is_public,
    )
