"""Looking at the certificate that a site really serves, and saying what is wrong with one."""

from __future__ import annotations

import asyncio
import ssl

from consent_app.domains.checks import Network, NotProvedError
from consent_app.domains.dns import Names

CONNECT_SECONDS = 1.5
"""For one connection. Two addresses at most are tried over each scheme."""
MOST_ADDRESSES = 2

# OpenSSL's X509_V_ERR_ codes that owners meet.
_EXPIRED = {9, 10, 14}
_SELF_SIGNED = {18, 19}
_INCOMPLETE = {2, 20, 21}
_OTHER_NAME = {62, 64}


async def certificate_is_valid(network: Network, names: Names, hostname: str) -> bool | None:
    """Whether the site's certificate has a valid chain and the hostname; None if nobody answered.

    A site that answers but speaks no TLS, or refuses the connection, has none.
    """
    try:
        addresses = await names.addresses(hostname)
    except NotProvedError:
        return None
    seen: bool | None = None
    for address in addresses[:MOST_ADDRESSES]:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                _, writer = await asyncio.open_connection(
                    str(address),
                    network.ports["https"],
                    ssl=network.trust,
                    server_hostname=hostname,
                )
        except TimeoutError:
            continue
        except ssl.SSLError:
            return False
        except OSError:
            seen = False
            continue
        writer.transport.abort()
        return True
    return seen


def certificate_fault(error: BaseException | None, hostname: str) -> str | None:
    """Return what is wrong with a certificate, in words, where that is why ``error`` came."""
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"The certificate of {hostname[:100]} {_fault(error.verify_code)}."
        if isinstance(error, ssl.SSLError):
            return f"{hostname[:100]} does not speak https properly."
        error = error.__cause__ or error.__context__
    return None


def _fault(code: int) -> str:
    if code in _EXPIRED:
        return "is expired or not valid yet"
    if code in _SELF_SIGNED:
        return "is self-signed"
    if code in _OTHER_NAME:
        return "is for another name"
    if code in _INCOMPLETE:
        return "is of an authority that browsers do not know, or an intermediate one is missing"
    return "is not valid"
