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
