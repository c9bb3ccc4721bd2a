"""The networks of a client's address, by which attempts are counted and people recognise places."""

from __future__ import annotations

import ipaddress
from socket import AF_INET6, inet_ntop, inet_pton


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
