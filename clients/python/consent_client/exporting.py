"""Exports that go on where they broke off, checked against their manifest, for both halves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx
from consent_client.errors import ConsentError, ExportMismatch

Form = Literal["ndjson", "csv"]

MEDIA: dict[Form, str] = {"ndjson": "application/x-ndjson", "csv": "text/csv"}
ATTEMPTS = 5
"""How often an export is begun again without a receipt in between."""
_ID = {"ndjson": slice(len(b'{"id":"'), len(b'{"id":"') + 36), "csv": slice(1, 37)}
_END = {"ndjson": b"\n", "csv": b"\r\n"}


class Part:
    """What one response brings of an export: its records, its size and its SHA-256."""

    def __init__(self, form: Form, *, headless: bool) -> None:
        self._form = form
        # The head of a CSV is left out where it was given before.
        self._skip_head = headless and form == "csv"
        self._rest = b""
        self._digest = hashlib.sha256()
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Give the records that a chunk completes, each with its line's end."""
        self._digest.update(chunk)
        self._size += len(chunk)
        end = _END[self._form]
        *lines, rest = (self._rest + chunk).split(end)
        record = b""
        for line in lines:
            record += line + end
            # In CSV a line's end within quotes is text.
            if self._form == "csv" and record.count(b'"') % 2:
                continue
            complete, record = record, b""
            if self._skip_head:
                self._skip_head = False
            else:
                yield complete
        self._rest = record + rest

    def verify(self, manifest: dict[str, Any]) -> None:
        """Compare what arrived with the manifest. Raises ExportMismatch."""
        if (manifest["size"], manifest["sha256"]) != (self._size, self._digest.hexdigest()):
            raise ExportMismatch(
                f"{self._size} bytes arrived that are not the {manifest['size']} of the export's"
                " manifest. Export again."
            )


@dataclass
class Resumption:
    """How far an export has come, over all the responses that it takes."""

    form: Form
    filters: dict[str, Any]
    resume: bool = True
    _failed: int = field(default=0, init=False)
    _begun: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.filters = dict(self.filters)

    @property
    def is_done(self) -> bool:
        """Whether as many receipts came as were asked for."""
        return self.filters.get("limit") == 0

    def begin(self) -> Part:
        """Begin reading another response."""
        return Part(self.form, headless=self._begun)

    def accept(self, record: bytes) -> None:
        """Note a record that arrived whole; a CSV's first one is its head."""
        if self._begun or self.form != "csv":
            self._failed = 0
            self.filters["cursor"] = record[_ID[self.form]].decode()
            if self.filters.get("limit") is not None:
                self.filters["limit"] -= 1
        self._begun = True

    def wait_after(self, error: ConsentError) -> float:
        """Return how many seconds to wait before the export goes on.

        Raises the error where it does not go on: the first request was refused, ATTEMPTS of them
        brought nothing, or nothing is to be resumed.
        """
        self._failed += 1
        if not self.resume or not self._begun or self._failed > ATTEMPTS:
            raise error
        return error.retry_after or min(2**self._failed / 4, 5.0)


def manifest_path(response: httpx.Response) -> str:
    """Return where the manifest of an export is. Raises ExportMismatch where it names none."""
    address = response.headers.get("X-Export-Manifest")
    if address is None:
        raise ExportMismatch("The export names no manifest. Export with verify=False.")
    # The service's own address may be another than the one it is reached by here.
    return httpx.URL(address).path
