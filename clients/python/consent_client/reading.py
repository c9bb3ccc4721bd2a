"""What a workspace's own systems read with an API key: receipts, domains, exports."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

import httpx
from consent_client.exporting import Form, resumed
from consent_client.generated import AuthenticatedClient
from consent_client.generated.models import ConsentReceipt, Domain
from consent_client.http import open_client

_MEDIA: dict[Form, str] = {"ndjson": "application/x-ndjson", "csv": "text/csv"}


class Reader:
    """Reads with an API key. Filters are the query parameters of openapi.yaml, by their names.

    ``from`` is Python's own word: give it as ``from_``.
    """

    def __init__(self, base_url: str, api_key: str) -> None:
        self.api: AuthenticatedClient = open_client(base_url, token=api_key)

    def close(self) -> None:
        """Close the connections."""
        self.api.get_httpx_client().close()

    def receipts(self, *, page: int = 100, **filters: Any) -> Iterator[ConsentReceipt]:
        """Give every receipt, newest first, ``page`` at a time, as they are asked for."""
        for row in self._pages("/v1/api/consent-events", {"limit": page, **filters}):
            yield from map(ConsentReceipt.from_dict, row)

    def domains(self, *, page: int = 100, **filters: Any) -> Iterator[Domain]:
        """Give every domain, newest first."""
        for row in self._pages("/v1/api/domains", {"limit": page, **filters}):
            yield from map(Domain.from_dict, row["items"])

    @contextmanager
    def export(self, form: Form = "ndjson", **filters: Any) -> Iterator[httpx.Response]:
        """Open an export as a stream: read ``iter_bytes`` or ``iter_lines`` of what it gives.

        Its header ``X-Export-Manifest`` names where the manifest is when all was read.
        """
        client = self.api.get_httpx_client()
        with client.stream(
            "GET",
            "/v1/api/consent-events",
            params=_query(filters),
            headers={"Accept": _MEDIA[form]},
        ) as response:
            yield response

    def exported(self, **filters: Any) -> Iterator[ConsentReceipt]:
        """Give every receipt of one export, as they arrive.

        An export that breaks off is begun anew behind the last receipt.
        """
        for line in self._resumed("ndjson", filters):
            yield ConsentReceipt.from_dict(json.loads(line))

    def export_to(self, path: str | Path, form: Form = "ndjson", **filters: Any) -> int:
        """Write an export into a file and return its size in bytes.

        The file appears when the export is whole, never half. One that breaks off is begun anew
        behind the last receipt; the server's manifests then are of the parts.
        """
        target = Path(path)
        beside = target.with_name(f"{target.name}.part")
        size = 0
        with beside.open("wb") as file:
            for record in self._resumed(form, filters):
                size += file.write(record)
        beside.replace(target)
        return size

    def _resumed(self, form: Form, filters: dict[str, Any]) -> Iterator[bytes]:
        return resumed(lambda narrowed: self.export(form, **narrowed), form, filters)

    def _pages(self, path: str, filters: dict[str, Any]) -> Iterator[Any]:
        client = self.api.get_httpx_client()
        response = client.get(path, params=_query(filters))
        while True:
            yield response.json()
            following = response.links.get("next")
            if following is None:
                return
            # The service's own address may be another than the one it is reached by here.
            response = client.get(path, params=httpx.URL(following["url"]).params)


def _query(filters: dict[str, Any]) -> dict[str, str]:
    return {name.rstrip("_"): _text(value) for name, value in filters.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value.value if isinstance(value, Enum) else value)
