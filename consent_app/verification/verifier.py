"""The verifier: how many domains are checked concurrently, and who waits for it.

It uses no database: a check takes seconds, and no connection is held while it runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from consent_app.domains.service import CheckResult, CheckTarget
from consent_app.net.network import Network
from consent_app.verification.slots import CheckSlots

SCRIPT_PATH = "/v1/public/banner.js"
MAX_CONCURRENT = 20
"""How many domains a job checks concurrently."""


class Verifier:
    """Checks domains; kept in the application.

    ``slots`` is how many of a server's threads may wait for checks. The others keep answering
    requests, and further checks are refused until a slot is free.
    """

    def __init__(self, network: Network, base_url: str, slots: int) -> None:
        self.network = network
        self._script_url = base_url + SCRIPT_PATH
        self._slots = CheckSlots(slots)

    def check_now(self, target: CheckTarget) -> CheckResult:
        """Check one domain, in six seconds at most. Raises Unavailable if there is no free slot.

        Blocks that long, so never call it within a transaction.
        """
        with self._slots.occupy(target.workspace_id):
            return asyncio.run(self._check(target))

    def check_all(
        self, targets: Collection[CheckTarget]
    ) -> list[tuple[CheckTarget, CheckResult | Exception]]:
        """Check many domains, some concurrently. Return each result, or its error."""
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
        # Importing DNS and HTTP takes a fifth of a second, which most processes never need.
        from consent_app.verification.site_check import SiteCheck

        return await SiteCheck(self.network, self._script_url).check(target)
