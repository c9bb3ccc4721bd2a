"""Which network addresses the service may connect to: public ones only.

An owner can name any hostname, and its name servers can answer with any address. Without this rule,
the service could be made to request resources that only this network can reach (server-side request
forgery).
"""

from __future__ import annotations

import ipaddress

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
# Not global, but some releases of Python say that it is (RFC 6890).
_PROTOCOL_ASSIGNMENTS = ipaddress.IPv4Network("192.0.0.0/24")
# Cloud platforms' own servers at addresses that look public (Azure's).
_METADATA = frozenset({ipaddress.ip_address("168.63.129.16")})
# It carries an IPv4 address in its last 32 bits (RFC 6052). Where those of the local 64:ff9b:1::/48
# have it depends on the network (RFC 8215), so that one is not public.
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """Return whether anybody on the internet reaches the same host under ``address``.

    Private, loopback, link-local (where clouds keep their metadata), shared, multicast and reserved
    addresses are not public, nor are IPv6 forms of such an IPv4 address.
    """
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour is not None or address.teredo is not None:
            return False
        if address in _NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        if address not in _GLOBAL_UNICAST:
            return False
    elif address in _PROTOCOL_ASSIGNMENTS:
        return False
    return address.is_global and not address.is_multicast and address not in _METADATA


def is_any(address: Address) -> bool:
    """Return True: development and tests may allow private addresses, and then any is reached."""
    return True
