"""Asking the domain name system: a name's addresses, and its TXT records."""

from __future__ import annotations

import asyncio
import ipaddress
import random
from typing import Any

import dns.asyncresolver
import dns.exception
import dns.name
import dns.nameserver
import dns.resolver

from consent_app.domains.addresses import Address
from consent_app.domains.checks import DNS_LABEL, Network, NotProvedError

QUERY_SECONDS = 3.0
"""For one answer, all name servers and tries together."""

NO_ADDRESS = "The hostname has no address in DNS yet; changes can take up to an hour."
NOT_PUBLIC = "The hostname leads to an address that is not public, where nothing can be checked."
NO_RECORD = "The DNS record was not found yet; changes can take up to an hour."
OTHER_RECORD = (
    "A TXT record was found at the right name, but with another value. It has to hold the"
    " domain's token and nothing else; changes can take up to an hour."
)
NAME_TOO_LONG = "The hostname is too long for a DNS record before it. Choose another method."
DNS_ERROR = (
    "The domain's name servers answer with an error. Check the zone and, if it is signed, DNSSEC."
)
DNS_SILENT = "The domain's name servers did not answer in time."


class Names:
    """The names of one check: each hostname is looked up once, so that it cannot move meanwhile."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._resolver = dns.asyncresolver.Resolver(configure=not network.nameservers)
        if network.nameservers:
            self._resolver.nameservers = [
                dns.nameserver.Do53Nameserver(address, port)
                for address, port in network.nameservers
            ]
        self._resolver.lifetime = QUERY_SECONDS
        self._found: dict[str, list[Address]] = {}
        self._asking = asyncio.Lock()

    async def addresses(self, hostname: str) -> list[Address]:
        """Return the addresses of a hostname, every one of them allowed; IPv4 first.

        Raises NotProvedError, also where but one of them is not public.
        """
        async with self._asking:
            if hostname not in self._found:
                self._found[hostname] = await self._addresses(hostname)
            return self._found[hostname]

    async def texts(self, name: str) -> list[str]:
        """Return the texts of a name's TXT records, each joined from its parts.

        Raises NotProvedError where DNS does not answer.
        """
        return [
            b"".join(record.strings).decode("utf-8", "replace")
            for record in await self._ask(name, "TXT")
        ]

    async def _addresses(self, hostname: str) -> list[Address]:
        if hostname == "localhost" or hostname.endswith(".localhost"):
            # RFC 6761: never asked of the world.
            found: list[Address] = [ipaddress.ip_address("127.0.0.1")]
        else:
            answers = await asyncio.gather(
                self._ask(hostname, "A"), self._ask(hostname, "AAAA"), return_exceptions=True
            )
            found = []
            for answer in answers:
                if not isinstance(answer, BaseException):
                    some = [ipaddress.ip_address(record.address) for record in answer]
                    random.shuffle(some)
                    found += some
            if not found:
                for answer in answers:
                    if isinstance(answer, BaseException):
                        raise answer
                raise NotProvedError(NO_ADDRESS)
        if not all(self._network.allowed(address) for address in found):
            raise NotProvedError(NOT_PUBLIC)
        return found

    async def _ask(self, name: str, kind: str) -> list[Any]:
        try:
            answer = await self._resolver.resolve(name + ".", kind, raise_on_no_answer=False)
        except dns.resolver.NXDOMAIN:
            return []
        except dns.exception.Timeout:
            raise NotProvedError(DNS_SILENT) from None
        except (dns.exception.DNSException, OSError):
            raise NotProvedError(DNS_ERROR) from None
        return list(answer) if answer.rrset is not None else []


async def prove_record(names: Names, hostname: str, token: str) -> None:
    """Look for the token in the TXT records of ``_consent-verify.`` and the hostname.

    Raises NotProvedError.
    """
    try:
        name = dns.name.from_text(f"{DNS_LABEL}.{hostname}.").to_text(omit_final_dot=True)
    except dns.exception.DNSException:
        raise NotProvedError(NAME_TOO_LONG) from None
    texts = await names.texts(name)
    if not texts:
        raise NotProvedError(NO_RECORD)
    if token not in (text.strip() for text in texts):
        raise NotProvedError(OTHER_RECORD)
