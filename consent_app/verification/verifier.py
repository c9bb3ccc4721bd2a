"""The verifier: checks domains and their certificates over the network.

It uses no database: a check takes seconds, and no connection is held meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Collection

from consent_app.domains.service import CheckResult, CheckTarget
from consent_app.errors import Unavailable
from consent_app.net.certificates import certificate_is_valid
from consent_app.net.fetcher import fetch
from consent_app.net.hostname import registrable_domain
from consent_app.net.network import Network, NetworkError
from consent_app.net.resolver import Resolver
from consent_app.verification.methods import (
    FILE_PATH,
    SCRIPT_PATH,
    NotVerifiedError,
    verify_dns_record,
    verify_file,
    verify_meta_tag,
    verify_script,
)

MAX_CONCURRENT = 20
"""How many domains a job checks at the same time."""

BUSY = "Too many domains are being checked just now. Try again in a few seconds."


class Verifier:
    """Checks domains; kept in the application.

    ``slots`` is how many of a server's threads may wait for checks at once: the others go on
    answering, and further checks are refused until one is free.
    """

    def __init__(self, network: Network, base_url: str, slots: int) -> None:
        self.network = network
        self._script_url = base_url + SCRIPT_PATH
        self._slots = threading.BoundedSemaphore(slots)

    def check_now(self, target: CheckTarget) -> CheckResult:
        """Check one domain, in six seconds at most. Raises Unavailable where all slots are taken.

        Blocks that long: never call it within a transaction.
        """
        if not self._slots.acquire(blocking=False):
            raise Unavailable(BUSY)
        try:
            return asyncio.run(self._check(target))
        finally:
            self._slots.release()

    def check_all(
        self, targets: Collection[CheckTarget]
    ) -> list[tuple[CheckTarget, CheckResult | Exception]]:
        """Check many domains, some at a time; return each result, or what went wrong."""
        return asyncio.run(self._check_all(targets))

    async def _check_all(
        self, targets: Collection[CheckTarget]
    ) -> list[tuple[CheckTarget, CheckResult | Exception]]:
        turns = asyncio.Semaphore(MAX_CONCURRENT)

        async def check(target: CheckTarget) -> tuple[CheckTarget, CheckResult | Exception]:
            async with turns:
                try:
                    return target, await self._check(target)
                except Exception as error:
                    return target, error

        return await asyncio.gather(*(check(target) for target in targets))

    async def _check(self, target: CheckTarget) -> CheckResult:
        resolver = Resolver(self.network)
        reason, ssl_ok = await asyncio.gather(
            self._reason(resolver, target), self._certificate(resolver, target.hostname)
        )
        return CheckResult(reason, ssl_ok)

    async def _reason(self, resolver: Resolver, target: CheckTarget) -> str | None:
        seconds = self.network.total_seconds
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
            async with asyncio.timeout(self.network.total_seconds):
                return await certificate_is_valid(self.network, resolver, hostname)
        except TimeoutError:
            return None

    async def _verify(self, resolver: Resolver, target: CheckTarget) -> None:
        if target.method == "dns_txt":
            await verify_dns_record(resolver, target)
            return
        path = FILE_PATH if target.method == "file" else "/"

        def may_follow(hostname: str) -> bool:
            return registrable_domain(hostname) == target.root

        page = await fetch(self.network, resolver, target.hostname, path, may_follow)
        if target.method == "file":
            verify_file(page, target)
        elif target.method == "meta_tag":
            verify_meta_tag(page, target)
        else:
            verify_script(page, target, self._script_url)
