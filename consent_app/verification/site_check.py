"""One check of a domain: its owner's proof, and its certificate."""

from __future__ import annotations

import asyncio

from consent_app.domains.service import CheckResult, CheckTarget
from consent_app.net.certificates import certificate_is_valid
from consent_app.net.fetcher import fetch
from consent_app.net.hostname import registrable_domain
from consent_app.net.network import Network, NetworkError
from consent_app.net.resolver import Resolver
from consent_app.verification.methods import (
    FILE_PATH,
    NotVerifiedError,
    verify_dns_record,
    verify_file,
    verify_meta_tag,
    verify_script,
)


class SiteCheck:
    """Checks over ``network``; ``script_url`` is the address that our install tags load."""

    def __init__(self, network: Network, script_url: str) -> None:
        self._network = network
        self._script_url = script_url

    async def check(self, target: CheckTarget) -> CheckResult:
        """Check one domain over the network, within its time limit."""
        resolver = Resolver(self._network)
        reason, ssl_ok = await asyncio.gather(
            self._reason(resolver, target), self._certificate(resolver, target.hostname)
        )
        return CheckResult(reason, ssl_ok)

    async def _reason(self, resolver: Resolver, target: CheckTarget) -> str | None:
        seconds = self._network.total_seconds
        try:
            async with asyncio.timeout(seconds):
                await self._verify(resolver, target)
        except (NotVerifiedError, NetworkError) as error:
            return error.reason
        except TimeoutError:
            return f"The site did not answer within {seconds:g} seconds."
        return None

    async def _certificate(self, resolver: Resolver, hostname: str) -> bool | None:
        try:
            async with asyncio.timeout(self._network.total_seconds):
                return await certificate_is_valid(self._network, resolver, hostname)
        except TimeoutError:
            return None

    async def _verify(self, resolver: Resolver, target: CheckTarget) -> None:
        if target.method == "dns_txt":
            await verify_dns_record(resolver, target)
            return
        path = FILE_PATH if target.method == "file" else "/"

        def may_follow(hostname: str) -> bool:
            return registrable_domain(hostname) == target.root

        page = await fetch(self._network, resolver, target.hostname, path, may_follow)
        if target.method == "file":
            verify_file(page, target)
        elif target.method == "meta_tag":
            verify_meta_tag(page, target)
        else:
            verify_script(page, target, self._script_url)
