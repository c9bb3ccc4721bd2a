"""The client that the generated operations use. It sends credentials and raises errors."""

from __future__ import annotations

import threading
import uuid
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import anyio
import httpx
from attrs import define, field
from consent_client import retrying
from consent_client.errors import NetworkError, error_of
from consent_client.generated import AuthenticatedClient

RETRIES = 2


def _version() -> str:
    try:
        return version("consent-client")
    except PackageNotFoundError:
        return "0"


USER_AGENT = f"consent-client-python/{_version()}"


def new_idempotency_key() -> uuid.UUID:
    """Return a key for ``record_consent``, with which a request can be retried safely."""
    return uuid.uuid4()


class RaisingClient(httpx.Client):
    """An ``httpx.Client`` that raises ApiError for responses of 400 or more, and NetworkError.

    Requests that can be repeated safely are first retried, ``retries`` times.
    """

    def __init__(self, *, retries: int = RETRIES, **options: Any) -> None:
        super().__init__(**options)
        self._retries = retries

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send a request, and retry it if that is safe."""
        for attempt in range(self._retries + 1):
            is_last = attempt == self._retries
            try:
                response = super().send(request, **options)
            except httpx.TransportError as error:
                wait = retrying.after_failure(request, attempt)
                if is_last or wait is None:
                    raise NetworkError(error) from error
            else:
                if response.status_code < 400:
                    return response
                response.read()
                response.close()
                refusal = error_of(response)
                wait = retrying.after_refusal(request, refusal)
                if is_last or wait is None:
                    raise refusal
            retrying.time.sleep(wait)
        raise AssertionError("the last attempt returns or raises")


class AsyncRaisingClient(httpx.AsyncClient):
    """The asynchronous version of ``RaisingClient``, for asyncio and trio."""

    def __init__(self, *, retries: int = RETRIES, **options: Any) -> None:
        super().__init__(**options)
        self._retries = retries

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Send a request, and retry it if that is safe."""
        for attempt in range(self._retries + 1):
            is_last = attempt == self._retries
            try:
                response = await super().send(request, **options)
            except httpx.TransportError as error:
                wait = retrying.after_failure(request, attempt)
                if is_last or wait is None:
                    raise NetworkError(error) from error
            else:
                if response.status_code < 400:
                    return response
                await response.aread()
                await response.aclose()
                refusal = error_of(response)
                wait = retrying.after_refusal(request, refusal)
                if is_last or wait is None:
                    raise refusal
            await anyio.sleep(wait)
        raise AssertionError("the last attempt returns or raises")


@define
class ApiClient(AuthenticatedClient):
    """The ``client`` of the generated operations, for ``sync`` and for ``asyncio``.

    The first call opens connections. ``with`` and ``async with``, or ``close`` and ``aclose``,
    close them.
    """

    auth: httpx.Auth | None = field(default=None, kw_only=True)
    retries: int = field(default=RETRIES, kw_only=True)
    _opening: threading.Lock = field(factory=threading.Lock, init=False, repr=False, eq=False)

    def get_httpx_client(self) -> httpx.Client:
        """Return the client for synchronous calls."""
        with self._opening:
            if self._client is None:
                self._client = RaisingClient(**self._options())
            return self._client

    def get_async_httpx_client(self) -> httpx.AsyncClient:
        """Return the client for asynchronous calls."""
        with self._opening:
            if self._async_client is None:
                self._async_client = AsyncRaisingClient(**self._options())
            return self._async_client

    def close(self) -> None:
        """Close the connections of synchronous calls."""
        if self._client is not None:
            self._client.close()

    async def aclose(self) -> None:
        """Close the connections of all calls."""
        self.close()
        if self._async_client is not None:
            await self._async_client.aclose()

    def _options(self) -> dict[str, Any]:
        headers = {"User-Agent": USER_AGENT, **self._headers}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return {
            "base_url": self._base_url,
            "auth": self.auth,
            "headers": headers,
            "timeout": self._timeout,
            "retries": self.retries,
        }


def open_client(
    base_url: str,
    *,
    token: str | None = None,
    auth: httpx.Auth | None = None,
    headers: dict[str, str] | None = None,
    timeout: float = 30,
    retries: int = RETRIES,
) -> ApiClient:
    """Return a client for the generated operations, with ``token``, with ``auth`` or with neither.

    ``timeout`` is in seconds. ``retries`` is how often a GET request, or one with an
    ``Idempotency-Key``, is retried after 429, 503 or a broken connection; 0 turns retries off. The
    client pools connections, so keep it, or use it as a context manager.
    """
    return ApiClient(
        base_url=base_url,
        token=token or "",
        auth=auth,
        headers=dict(headers or {}),
        timeout=httpx.Timeout(timeout),
        retries=retries,
    )
