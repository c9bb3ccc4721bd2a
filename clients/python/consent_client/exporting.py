"""Exports that resume after a broken connection and are checked against their manifest."""

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
"""How often an export is resumed without receiving another receipt."""
_ID = {"ndjson": slice(len(b'{"id":"'), len(b'{"id":"') + 36), "csv": slice(1, 37)}
_END = {"ndjson": b"\n", "csv": b"\r\n"}


class Part:
    """The part of an export that one response contains: its records, size and SHA-256."""

    def __init__(self, form: Form, *, skip_header: bool) -> None:
        self._form = form
        # Each response repeats the header of a CSV.
        self._skip_header = skip_header and form == "csv"
        self._rest = b""
        self._digest = hashlib.sha256()
        self._size = 0

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Yield the records that a chunk completes, each with its line ending."""
        self._digest.update(chunk)
        self._size += len(chunk)
        end = _END[self._form]
        *lines, rest = (self._rest + chunk).split(end)
        record = b""
        for line in lines:
            record += line + end
            # In CSV a line ending within quotes is text.
            if self._form == "csv" and record.count(b'"') % 2:
                continue
            complete, record = record, b""
            if self._skip_header:
                self._skip_header = False
            else:
                yield complete
        self._rest = record + rest

    def verify(self, manifest: dict[str, Any]) -> None:
        """Compare the received bytes with the manifest. Raises ExportMismatch."""
        if (manifest["size"], manifest["sha256"]) != (self._size, self._digest.hexdigest()):
            raise ExportMismatch(
                f"The export has {self._size} bytes and does not match its manifest"
                f" ({manifest['size']} bytes). Export again."
            )


@dataclass
class Resumption:
    """The progress of an export over all the responses that it takes."""

    form: Form
    filters: dict[str, Any]
    resume: bool = True
    _failed: int = field(default=0, init=False)
    _opened: bool = field(default=False, init=False)
    _begun: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.filters = dict(self.filters)

    @property
    def is_done(self) -> bool:
        """Whether all requested receipts have arrived."""
        return self.filters.get("limit") == 0

    def begin(self) -> Part:
        """Begin reading another response."""
        self._opened = True
        return Part(self.form, skip_header=self._begun)

    def accept(self, record: bytes) -> None:
        """Note a complete record. The first one of a CSV is its header."""
        if self._begun or self.form != "csv":
            self._failed = 0
            self.filters["cursor"] = record[_ID[self.form]].decode()
            if self.filters.get("limit") is not None:
                self.filters["limit"] -= 1
        self._begun = True

    def wait_after(self, error: ConsentError) -> float:
        """Return how many seconds to wait before the export is resumed.

        Raises the error if it is not: ``resume`` is off, the first request failed, or ATTEMPTS
        requests in a row brought no receipt.
        """
        self._failed += 1
        if not self.resume or not self._opened or self._failed > ATTEMPTS:
            raise error
        return error.retry_after or min(2**self._failed / 4, 5.0)


def manifest_path(response: httpx.Response) -> str:
    """Return the path of an export's manifest. Raises ExportMismatch if it has none."""
    address = response.headers.get("X-Export-Manifest")
    if address is None:
        raise ExportMismatch("The export has no manifest. Export with verify=False.")
    # The service may have another address here than the one that it knows itself by.
    return httpx.URL(address).path
