"""The forms of an export: JSON, NDJSON and CSV (RFC 4180), made of batches of JSON texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson

Batches = Iterator[list[str]]

# What a spreadsheet would take for a formula (CWE-1236); a tab and a return lead to one too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class Form:
    """A form by its media type. ``encode`` makes the body of batches and the members' names."""

    media_type: str
    suffix: str
    encode: Callable[[Batches, tuple[str, ...]], Iterator[bytes]]


def _json(batches: Batches, names: tuple[str, ...]) -> Iterator[bytes]:
    start = "["
    for batch in batches:
        yield (start + ",".join(batch)).encode()
        start = ","
    yield b"]" if start == "," else b"[]"


def _json_lines(batches: Batches, names: tuple[str, ...]) -> Iterator[bytes]:
    for batch in batches:
        yield ("\n".join(batch) + "\n").encode()


def _csv(batches: Batches, names: tuple[str, ...]) -> Iterator[bytes]:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow(names)
    for batch in batches:
        for text in batch:
            receipt = orjson.loads(text)
            writer.writerow([_cell(receipt[name]) for name in names])
        yield lines.getvalue().encode()
        lines.seek(0)
        lines.truncate()
    if rest := lines.getvalue():
        yield rest.encode()


def _cell(value: Any) -> Any:
    """Return a cell: null is empty, and what begins like a formula is text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value


JSON = Form("application/json", "json", _json)
NDJSON = Form("application/x-ndjson", "ndjson", _json_lines)
CSV = Form("text/csv", "csv", _csv)
FORMS = {form.media_type: form for form in (JSON, NDJSON, CSV)}
"""By media type, the one that is given without a wish first."""
