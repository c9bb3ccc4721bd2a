"""What has connections to the service, and closes them at the end of a block."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from consent_client.http import ApiClient


class Connected:
    """Something with an ``api``, closed by ``with`` or ``close``."""

    api: ApiClient

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections. A session goes on."""
        self.api.close()


class AsyncConnected:
    """The asynchronous twin of ``Connected``, closed by ``async with`` or ``aclose``."""

    api: ApiClient

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections. A session goes on."""
        await self.api.aclose()
