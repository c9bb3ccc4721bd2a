"""Reading receipts, domains and exports with an API key."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
from consent_client.connections import AsyncConnected, Connected
from consent_client.errors import (
    ExportMismatch,
    NetworkError,
    NotFound,
    RateLimited,
    Unavailable,
)
from consent_client.exporting import MEDIA, Form, Part, Resumption, manifest_path
from consent_client.generated.models import ConsentReceipt, Domain
from consent_client.http import RETRIES, ApiClient, open_client
from consent_client.lists import KEY_DOMAINS, KEY_RECEIPTS, async_pages, pages, query

PATH = "/v1/api/consent-events"
_NO_MANIFEST = "The server has no manifest of the export. Export with verify=False."


class Reader(Connected):
    """Reads with an API key. Filters have the names of the query parameters in openapi.yaml.

    ``from`` is a keyword of Python, so its name is ``from_``.
    """

    def __init__(self, base_url: str, api_key: str, *, retries: int = RETRIES) -> None:
        self.api: ApiClient = open_client(base_url, token=api_key, retries=retries)

    def receipts(self, *, page: int = 100, **filters: Any) -> Iterator[ConsentReceipt]:
        """Yield every receipt, newest first. Each request fetches ``page`` of them."""
        return pages(self.api, KEY_RECEIPTS, {"limit": page, **filters})

    def domains(self, *, page: int = 100, **filters: Any) -> Iterator[Domain]:
        """Yield every domain, newest first."""
        return pages(self.api, KEY_DOMAINS, {"limit": page, **filters})

    @contextmanager
    def export(self, form: Form = "ndjson", **filters: Any) -> Iterator[httpx.Response]:
        """Open an export as a stream. Read the response with ``iter_bytes`` or ``iter_lines``.

        The header ``X-Export-Manifest`` has the URL of the manifest, which exists once everything
        was read. Raises NetworkError, also within the ``with`` block if the connection breaks.
        """
        client = self.api.get_httpx_client()
        headers = {"Accept": MEDIA[form]}
        try:
            with client.stream("GET", PATH, params=query(filters), headers=headers) as response:
                yield response
        except httpx.TransportError as error:
            raise NetworkError(error) from error

    def exported(self, **filters: Any) -> Iterator[ConsentReceipt]:
        """Yield every receipt of an export as it arrives.

        If the connection breaks, the export resumes after the last receipt.
        """
        for line in self._records(Resumption("ndjson", filters), verify=False):
            yield ConsentReceipt.from_dict(json.loads(line))

    def export_to(
        self,
        path: str | Path,
        form: Form = "ndjson",
        *,
        resume: bool = True,
        verify: bool = True,
        **filters: Any,
    ) -> int:
        """Write an export to a file and return its size in bytes.

        The file is created once the export is complete. With ``resume``, the export resumes after
        the last complete receipt if the connection breaks. With ``verify``, the received bytes are
        compared with the server's manifest; if the export was resumed, only those since then.
        Raises ConsentError, and its subclass ExportMismatch.
        """
        target = Path(path)
        beside = target.with_name(f"{target.name}.part")
        size = 0
        try:
            with beside.open("wb") as file:
                for record in self._records(Resumption(form, filters, resume), verify=verify):
                    size += file.write(record)
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
        return size

    def _records(self, order: Resumption, *, verify: bool) -> Iterator[bytes]:
        while not order.is_done:
            try:
                with self.export(order.form, **order.filters) as response:
                    part = order.begin()
                    for chunk in response.iter_bytes():
                        for record in part.feed(chunk):
                            order.accept(record)
                            yield record
                if verify:
                    self._verify(part, response)
                return
            except (NetworkError, RateLimited, Unavailable) as error:
                time.sleep(order.wait_after(error))

    def _verify(self, part: Part, response: httpx.Response) -> None:
        try:
            manifest = self.api.get_httpx_client().get(manifest_path(response)).json()
        except NotFound as missing:
            raise ExportMismatch(_NO_MANIFEST) from missing
        part.verify(manifest)


class AsyncReader(AsyncConnected):
    """The asynchronous version of ``Reader``, for asyncio and trio."""

    def __init__(self, base_url: str, api_key: str, *, retries: int = RETRIES) -> None:
        self.api: ApiClient = open_client(base_url, token=api_key, retries=retries)

    def receipts(self, *, page: int = 100, **filters: Any) -> AsyncIterator[ConsentReceipt]:
        """Yield every receipt, newest first. Each request fetches ``page`` of them."""
        return async_pages(self.api, KEY_RECEIPTS, {"limit": page, **filters})

    def domains(self, *, page: int = 100, **filters: Any) -> AsyncIterator[Domain]:
        """Yield every domain, newest first."""
        return async_pages(self.api, KEY_DOMAINS, {"limit": page, **filters})

    @asynccontextmanager
    async def export(self, form: Form = "ndjson", **filters: Any) -> AsyncIterator[httpx.Response]:
        """Open an export as a stream. Read the response with ``aiter_bytes`` or ``aiter_lines``.

        See ``Reader.export``.
        """
        client = self.api.get_async_httpx_client()
        headers = {"Accept": MEDIA[form]}
        try:
            async with client.stream(
                "GET", PATH, params=query(filters), headers=headers
            ) as response:
                yield response
        except httpx.TransportError as error:
            raise NetworkError(error) from error

    async def exported(self, **filters: Any) -> AsyncIterator[ConsentReceipt]:
        """Yield every receipt of an export as it arrives.

        If the connection breaks, the export resumes after the last receipt.
        """
        async for line in self._records(Resumption("ndjson", filters), verify=False):
            yield ConsentReceipt.from_dict(json.loads(line))

    async def export_to(
        self,
        path: str | Path,
        form: Form = "ndjson",
        *,
        resume: bool = True,
        verify: bool = True,
        **filters: Any,
    ) -> int:
        """Write an export to a file and return its size in bytes. See ``Reader.export_to``."""
        target = anyio.Path(path)
        beside = target.with_name(f"{target.name}.part")
        size = 0
        try:
            async with await beside.open("wb") as file:
                order = Resumption(form, filters, resume)
                async for record in self._records(order, verify=verify):
                    size += await file.write(record)
            await beside.replace(target)
        finally:
            await beside.unlink(missing_ok=True)
        return size

    async def _records(self, order: Resumption, *, verify: bool) -> AsyncIterator[bytes]:
        while not order.is_done:
            try:
                async with self.export(order.form, **order.filters) as response:
                    part = order.begin()
                    async for chunk in response.aiter_bytes():
                        for record in part.feed(chunk):
                            order.accept(record)
                            yield record
                if verify:
                    await self._verify(part, response)
                return
            except (NetworkError, RateLimited, Unavailable) as error:
                await anyio.sleep(order.wait_after(error))

    async def _verify(self, part: Part, response: httpx.Response) -> None:
        try:
            answer = await self.api.get_async_httpx_client().get(manifest_path(response))
        except NotFound as missing:
            raise ExportMismatch(_NO_MANIFEST) from missing
        part.verify(answer.json())
