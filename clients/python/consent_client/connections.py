"""Base classes of objects that keep connections open, and close them at the end of a block."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from consent_client.http import ApiClient


class Connected:
    """An object with an ``api``. Use it in a ``with`` block, or call ``close``."""

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
        """Close the connections. This does not end the session."""
        self.api.close()


class AsyncConnected:
    """The asynchronous version of ``Connected``: use ``async with``, or call ``aclose``."""

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
        """Close the connections. This does not end the session."""
        await self.api.aclose()
