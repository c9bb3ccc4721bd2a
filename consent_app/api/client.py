"""The client's address, behind the proxies that the operator trusts."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from socket import AF_INET6, inet_ntop, inet_pton
from typing import Any

from consent_app.settings import Network

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_LOCAL = ipaddress.IPv4Address("127.0.0.1")
_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_IPV4 = re.compile(rf"(?:{_OCTET}\.){{3}}{_OCTET}", re.ASCII)
_PEERS = 256


def client_address(environ: Mapping[str, Any], trusted: Sequence[Network]) -> str:
    """Return the client's address in its canonical form; IPv4 mapped into IPv6 becomes IPv4.

    ``X-Forwarded-For`` is read from the right: the first address that is not a trusted proxy is the
    client. A peer without an address (a Unix socket) counts as this machine.
    """
    peer = environ.get("REMOTE_ADDR", "")
    forwarded = environ.get("HTTP_X_FORWARDED_FOR")
    if not forwarded and _IPV4.fullmatch(peer):
        # Sockets give their peer's address in its canonical form.
        return str(peer)
    address = _peer(peer)
    if forwarded and "," not in forwarded and is_trusted(address, trusted):
        usual = _canonical(forwarded)
        if usual is not None:
            return usual
    if forwarded:
        for hop in reversed(forwarded.split(",")):
            if not is_trusted(address, trusted):
                break
            parsed = _parse(hop)
            if parsed is None:
                break
            address = parsed
    return str(address)


def from_trusted_proxy(environ: Mapping[str, Any], trusted: Sequence[Network]) -> bool:
    """Return whether the direct peer is a trusted proxy, whose forwarded headers are believed."""
    return is_trusted(_peer(environ.get("REMOTE_ADDR", "")), trusted)


def is_trusted(address: Address, trusted: Sequence[Network]) -> bool:
    """Return whether ``address`` is in one of the trusted networks."""
    return any(address in network for network in trusted)


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


@lru_cache(maxsize=_PEERS)
def _peer(text: str) -> Address:
    # Cached: behind a proxy the same few addresses come with every request.
    return _parse(text) or _LOCAL


def _canonical(text: str) -> str | None:
    """Return an address in its canonical form, by the C library; None where it cannot tell."""
    if _IPV4.fullmatch(text):
        return text
    try:
        address = inet_ntop(AF_INET6, inet_pton(AF_INET6, text))
    except (OSError, ValueError):
        return None
    # IPv4 mapped into IPv6.
    return None if "." in address else address


def _parse(text: str) -> Address | None:
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        # A scope such as %eth0 is this machine's matter and no part of the address.
        address = ipaddress.IPv6Address(int(address))
        return address.ipv4_mapped or address
    return address
