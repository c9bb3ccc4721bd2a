"""The formats of an export: JSON, NDJSON and CSV (RFC 4180), made from batches of JSON texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson

Batches = Iterator[list[bytes]]

_FORMULA_SIGNS = "=+-@＝＋－＠"  # noqa: RUF001
"""Characters that begin a formula in spreadsheets (CWE-1236). Some accept full-width forms."""
_BEFORE_FORMULA = re.compile(rf'(?<![\s"])[\s"]*+(?=[{re.escape(_FORMULA_SIGNS)}])')
"""The spaces and quotes before such a character, which a spreadsheet may drop. Each run of them is
read once, so that a text takes time in proportion to its length."""
_CELL_START = re.compile(r'(?:^|(?<=[\t\r\n]))(?=[^\S\t\r\n]*+(?:"|\Z))')
_LATER_CELL_START = re.compile(r'(?<=[\t\r\n])(?=[^\S\t\r\n]*+(?:"|\Z))')
"""Where cells start among them: also after any character that ends a cell in a spreadsheet with
another separator."""
_SEPARATORS = ";,|"
_LEADING = ("\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Format:
    """A format by its media type. ``encode`` makes the body from batches and the members' names."""

    media_type: str
    suffix: str
    encode: Callable[[Batches, tuple[str, ...]], Iterator[bytes]]


def _json(batches: Batches, names: tuple[str, ...]) -> Iterator[bytes]:
    start = b"["
    for batch in batches:
        yield start + b",".join(batch)
        start = b","
    yield b"]" if start == b"," else b"[]"


def _json_lines(batches: Batches, names: tuple[str, ...]) -> Iterator[bytes]:
    for batch in batches:
        yield b"\n".join([*batch, b""])


def _csv(batches: Batches, names: tuple[str, ...]) -> Iterator[bytes]:
    start = ",".join(names) + "\r\n"
    for batch in batches:
        rows = map(orjson.loads, batch)
        lines = (",".join([_cell(row[name]) for name in names]) + "\r\n" for row in rows)
        yield (start + "".join(lines)).encode()
        start = ""
    if start:
        yield start.encode()


def _cell(value: Any) -> str:
    """Return a cell: null is empty, text is quoted, and no cell begins with a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        value = " ".join(value)
    if isinstance(value, str):
        safe = _without_formulas(value).replace('"', '""')
        return f'"{safe}"'
    return str(value)


def _without_formulas(text: str) -> str:
    """Return the text with an apostrophe at the start of each cell that would be a formula."""
    guarded = _BEFORE_FORMULA.sub(_guarded, text)
    return f"'{guarded}" if text.startswith(_LEADING) else guarded


def _guarded(match: re.Match[str]) -> str:
    start = match.start()
    starts_cell = start == 0 or match.string[start - 1] in _SEPARATORS
    return (_CELL_START if starts_cell else _LATER_CELL_START).sub("'", match[0])


JSON = Format("application/json", "json", _json)
NDJSON = Format("application/x-ndjson", "ndjson", _json_lines)
CSV = Format("text/csv", "csv", _csv)
FORMATS = {format_.media_type: format_ for format_ in (JSON, NDJSON, CSV)}
"""By media type, the default first."""
