"""The DNS resolver: a name's addresses, and its TXT records."""

from __future__ import annotations

import asyncio
import ipaddress
import random
from typing import Any

import dns.asyncresolver
import dns.exception
import dns.nameserver
import dns.resolver

from consent_app.net.address_policy import Address
from consent_app.net.network import Network, NetworkError

QUERY_SECONDS = 3.0
"""For one answer, all name servers and tries together."""

NO_ADDRESS = "The hostname has no address in DNS yet; changes can take up to an hour."
NOT_PUBLIC = "The hostname resolves to an address that is not public, which is not allowed."
DNS_ERROR = (
    "The domain's name servers answer with an error. Check the zone and, if it is signed, DNSSEC."
)
DNS_AWAY = (
    "This service cannot reach a name server, which is no fault of the domain. Ask its operator to"
    " check the network and the name servers of its machine."
)
DNS_SILENT = "The domain's name servers did not answer in time."


class Resolver:
    """Looks up each hostname once, so that it cannot move between check and connection."""

    def __init__(self, network: Network) -> None:
        self._network = network
        try:
            self._resolver = dns.asyncresolver.Resolver(configure=not network.nameservers)
        except dns.resolver.NoResolverConfiguration:
            # Without name servers, each look-up fails like one that reaches none.
            self._resolver = dns.asyncresolver.Resolver(configure=False)
        if network.nameservers:
            self._resolver.nameservers = [
                dns.nameserver.Do53Nameserver(address, port)
                for address, port in network.nameservers
            ]
        self._resolver.lifetime = QUERY_SECONDS
        self._addresses_by_name: dict[str, list[Address]] = {}
        self._lock = asyncio.Lock()

    async def get_addresses(self, hostname: str) -> list[Address]:
        """Return the addresses of a hostname, every one of them allowed; IPv4 first.

        Raises NetworkError, also where only one of them is not public.
        """
        async with self._lock:
            if hostname not in self._addresses_by_name:
                self._addresses_by_name[hostname] = await self._look_up(hostname)
            return self._addresses_by_name[hostname]

    async def get_texts(self, name: str) -> list[str]:
        """Return the texts of a name's TXT records, each joined from its parts.

        Raises NetworkError where DNS does not answer.
        """
        return [
            b"".join(record.strings).decode("utf-8", "replace")
            for record in await self._ask(name, "TXT")
        ]

    async def _look_up(self, hostname: str) -> list[Address]:
        if hostname == "localhost" or hostname.endswith(".localhost"):
            # RFC 6761: such names are never sent to public name servers.
            addresses: list[Address] = [ipaddress.ip_address("127.0.0.1")]
        else:
            answers = await asyncio.gather(
                self._ask(hostname, "A"), self._ask(hostname, "AAAA"), return_exceptions=True
            )
            addresses = []
            for answer in answers:
                if not isinstance(answer, BaseException):
                    records = [ipaddress.ip_address(record.address) for record in answer]
                    random.shuffle(records)
                    addresses += records
            if not addresses:
                for answer in answers:
                    if isinstance(answer, BaseException):
                        raise answer
                raise NetworkError(NO_ADDRESS)
        if not all(self._network.allowed(address) for address in addresses):
            raise NetworkError(NOT_PUBLIC)
        return addresses

    async def _ask(self, name: str, kind: str) -> list[Any]:
        try:
            answer = await self._resolver.resolve(name + ".", kind, raise_on_no_answer=False)
        except dns.resolver.NXDOMAIN:
            return []
        except dns.exception.Timeout:
            raise NetworkError(DNS_SILENT) from None
        except dns.resolver.NoNameservers as error:
            responses = [attempt[-1] for attempt in error.kwargs.get("errors", ())]
            raise NetworkError(DNS_ERROR if any(responses) else DNS_AWAY) from None
        except (dns.exception.DNSException, OSError):
            raise NetworkError(DNS_ERROR) from None
        return list(answer) if answer.rrset is not None else []
