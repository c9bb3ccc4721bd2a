"""Certificates: whether a site has a valid one, and otherwise the error."""

from __future__ import annotations

import asyncio
import ssl

from consent_app.net.network import Network, NetworkError
from consent_app.net.resolver import Resolver

CONNECT_SECONDS = 1.5
"""For one connection. Two addresses at most are tried over each scheme."""
MAX_ADDRESSES = 2

# OpenSSL's X509_V_ERR_ codes that owners meet.
_EXPIRED = {9, 10, 14}
_SELF_SIGNED = {18, 19}
_INCOMPLETE = {2, 20, 21}
_OTHER_NAME = {62, 64}


async def certificate_is_valid(network: Network, resolver: Resolver, hostname: str) -> bool | None:
    """Return whether the site's certificate has a valid chain and its name; None without a
    response.

    A site that responds without TLS, or refuses the connection, has none.
    """
    try:
        addresses = await resolver.get_addresses(hostname)
    except NetworkError:
        return None
    valid: bool | None = None
    for address in addresses[:MAX_ADDRESSES]:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, writer = await asyncio.open_connection(
                    str(address),
                    network.ports["https"],
                    ssl=network.trust(),
                    server_hostname=hostname,
                )
        except TimeoutError:
            continue
        except ssl.SSLError:
            return False
        except OSError:
            valid = False
            continue
        writer.transport.abort()
        return True
    return valid


def describe_certificate_error(error: BaseException | None, hostname: str) -> str | None:
    """Return a description of a certificate's problem if it caused ``error``."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"The certificate of {hostname[:100]} {_describe(error.verify_code)}."
        if isinstance(error, ssl.SSLError):
            return f"{hostname[:100]} does not support https correctly."
        error = error.__cause__ or error.__context__
    return None


def _describe(code: int) -> str:
    if code in _EXPIRED:
        return "is expired or not valid yet"
    if code in _SELF_SIGNED:
        return "is self-signed"
    if code in _OTHER_NAME:
        return "is for another name"
    if code in _INCOMPLETE:
        return "is from an authority that browsers do not trust, or an intermediate one is missing"
    return "is not valid"
