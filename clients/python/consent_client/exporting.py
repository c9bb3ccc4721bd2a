"""Exports that go on where they broke off: the records of a stream, and the id of each."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Literal

import httpx
from consent_client.errors import RateLimited, Unavailable

Form = Literal["ndjson", "csv"]
Open = Callable[[dict[str, Any]], AbstractContextManager[httpx.Response]]

ATTEMPTS = 5
"""How often an export is begun anew without a receipt in between."""
_ID = {"ndjson": slice(len(b'{"id":"'), len(b'{"id":"') + 36), "csv": slice(1, 37)}


def resumed(open_: Open, form: Form, filters: dict[str, Any]) -> Iterator[bytes]:
    """Give the records of an export, each with its line's end; a CSV's first one is its head.

    Where it breaks off, the export is begun anew behind the last record that arrived whole. Raises
    what the first request is refused with, and what broke it when ATTEMPTS of them brought nothing.
    """
    filters = dict(filters)
    failed, begun = 0, False
    while filters.get("limit") != 0:
        try:
            with open_(filters) as response:
                for record in _records(response.iter_bytes(), form, headless=begun):
                    if begun or form != "csv":
                        failed = 0
                        filters["cursor"] = record[_ID[form]].decode()
                        if filters.get("limit") is not None:
                            filters["limit"] -= 1
                    begun = True
                    yield record
            return
        except (httpx.TransportError, RateLimited, Unavailable) as error:
            failed += 1
            if not begun or failed > ATTEMPTS:
                raise
            time.sleep(getattr(error, "retry_after", None) or min(2**failed / 4, 5))


def _records(chunks: Iterator[bytes], form: Form, *, headless: bool) -> Iterator[bytes]:
    # Without the head of a CSV where it was given before.
    records = _split(chunks, form)
    if form == "csv" and headless:
        next(records, None)
    return records


def _split(chunks: Iterator[bytes], form: Form) -> Iterator[bytes]:
    end = b"\r\n" if form == "csv" else b"\n"
    rest = b""
    for chunk in chunks:
        rest += chunk
        record = b""
        *lines, rest = rest.split(end)
        for line in lines:
            record += line + end
            # In CSV a line's end within quotes is text.
            if form != "csv" or record.count(b'"') % 2 == 0:
                yield record
                record = b""
        rest = record + rest
