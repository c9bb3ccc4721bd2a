"""The client's address, behind the proxies that the operator trusts."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from functools import lru_cache
from socket import AF_INET6, inet_ntop, inet_pton
from typing import Any

from consent_app.settings import Networks

_LOCAL = "127.0.0.1"
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4 = re.compile(rf"(?:{_OCTET}\.){{3}}{_OCTET}", re.ASCII)


def client_address(environ: Mapping[str, Any], trusted: Networks) -> str:
    """Return the client's address in its canonical form; IPv4 mapped into IPv6 becomes IPv4.

    ``X-Forwarded-For`` is read from the right: the first address that is not a trusted proxy is the
    client. A peer without an address (a Unix socket) counts as this machine.
    """
    address = _peer(environ.get("REMOTE_ADDR", ""))
    forwarded = environ.get("HTTP_X_FORWARDED_FOR")
    if forwarded:
        for hop in reversed(forwarded.split(",")):
            canonical = _canonical(hop) if trusted.contains(address) else None
            if canonical is None:
                break
            address = canonical
    return address


def from_trusted_proxy(environ: Mapping[str, Any], trusted: Networks) -> bool:
    """Return whether the direct peer is a trusted proxy, whose forwarded headers count."""
    return trusted.contains(_peer(environ.get("REMOTE_ADDR", "")))


def rate_limit_address(address: str) -> str:
    """Return the network to count an address by: itself, or its /64 for IPv6 (one subscriber's)."""
    if ":" not in address:
        return address
    packed = inet_pton(AF_INET6, address)
    return f"{inet_ntop(AF_INET6, packed[:8] + bytes(8))}/64"


def site_network(address: str) -> str:
    """Return the largest network that one customer usually has: an IPv4 /24, an IPv6 /48."""
    return str(ipaddress.ip_network((address, 48 if ":" in address else 24), strict=False))


def coarse_network(address: str) -> str:
    """Return a wide network around an address, such as ``203.0.*.*`` or ``2001:db8:*``.

    A person recognises it, but tens of thousands of subscribers share it.
    """
    parsed = ipaddress.ip_address(address)
    if isinstance(parsed, ipaddress.IPv4Address):
        return ".".join(address.split(".")[:2]) + ".*.*"
    groups = parsed.exploded.split(":")[:2]
    return ":".join(f"{int(group, 16):x}" for group in groups) + ":*"


# The same few peers come with every request.
@lru_cache(maxsize=256)
def _peer(text: str) -> str:
    return _canonical(text) or _LOCAL


def _canonical(text: str) -> str | None:
    """Return the canonical form of an address, which may be quoted and have a port; None if none.

    By a pattern and the C library: ``ipaddress`` takes several times as long.
    """
    if _IPV4.fullmatch(text):
        return text
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    if _IPV4.fullmatch(text):
        return text
    try:
        # A scope such as %eth0 has a meaning on this machine only.
        address = inet_ntop(AF_INET6, inet_pton(AF_INET6, text.partition("%")[0]))
    except (OSError, ValueError):
        return None
    if "." not in address:
        return address
    embedded = ipaddress.IPv6Address(address)
    return str(embedded.ipv4_mapped or embedded)
