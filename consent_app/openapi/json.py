"""JSON in and out: one strict reader, one writer, and the format of date-times.

Requests are read more strictly than RFC 8259 demands. Duplicate members, NUL characters, numbers
beyond 64 bits and lone surrogates are refused, because PostgreSQL or another parser would read them
differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

import orjson

from consent_app.openapi.pointers import LONGEST_NAME

Path = tuple[str | int, ...]
JSON_TYPE = "application/json"
_WRITE = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"(?:[ \t\r\n]*(:))?')
_VALUE_MARK = re.compile(rb'"(?:[^"\\]++|\\.)*+"|([,\[{])')
# A number with a fraction of zeros or an exponent. A match inside a string does no harm.
_INTEGRAL = re.compile(rb"\d\.0+(?!\d)|\d[eE]")
_MAX_EXACT = 2**53
_DATE_TIME = re.compile(
    # ``fromisoformat`` also accepts 24:00 from Python 3.14 on.
    r"(\d{4}-\d\d-\d\d)[Tt]((?!24)\d\d:\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):?(\d\d))",
    re.ASCII,
)
_LARGEST = 2**64
_WALKED = frozenset({dict, list, float})
DEEPEST = 64
FREE_VALUES = 4096
BYTES_PER_VALUE = 32
"""A body may have FREE_VALUES values, and one more for each BYTES_PER_VALUE of its length. Parsing
``[[],[],…]`` would otherwise take thirty times its size in memory."""


class JsonError(ValueError):
    """A text that is not acceptable JSON. The message names the rule, never the text.

    ``paths`` lead to the refused parts. The empty path is the whole text.
    """

    def __init__(self, message: str, paths: Sequence[Path] = ((),)) -> None:
        super().__init__(message)
        self.paths = paths


def dumps(value: Any) -> bytes:
    """Return ``value`` as JSON in UTF-8. Raises TypeError for anything but plain JSON values."""
    return orjson.dumps(value, option=_WRITE)


def loads(raw: bytes) -> Any:
    """Parse a request body. Raises JsonError, whose message may be shown to the sender."""
    max_values = FREE_VALUES + len(raw) // BYTES_PER_VALUE
    # A text has at most one value for each of its bytes.
    if len(raw) > max_values and _has_too_many_values(raw, max_values):
        raise JsonError(
            f"must not have more than {max_values} values, members and items all counted"
        )
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise JsonError(
            "must be JSON in UTF-8 (RFC 8259), with numbers of at most 64 bits"
        ) from None
    # Each member has one colon outside strings, so as many colons as members proves that none was
    # dropped.
    keys = _count_members(value)
    if raw.count(b":") != keys and _count_keys(raw) != keys:
        raise JsonError("must not have the same member twice")
    if b"\\u0000" in raw and (paths := list(_paths_of_nuls(value))):
        raise JsonError("must not contain NUL characters", paths)
    if _INTEGRAL.search(raw) is not None:
        value = _with_integers(value)
    return value


def _with_integers(value: Any) -> Any:
    # JSON Schema treats 1.0 as an integer (2020-12, 4.2.3), databases do not. Values are replaced
    # in place, because a copy would take as much memory again.
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < _MAX_EXACT else value
    if isinstance(value, dict):
        for key, member in value.items():
            value[key] = _with_integers(member)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            value[index] = _with_integers(item)
    return value


def estimated_values(raw: bytes) -> int:
    """Return an upper bound for the number of values in a JSON text, by scanning its bytes."""
    return 1 + raw.count(b",") + raw.count(b"[") + raw.count(b"{")


def _has_too_many_values(raw: bytes, limit: int) -> bool:
    if estimated_values(raw) <= limit:
        return False
    # Without the commas and brackets inside strings, and only as far as the limit.
    marks = (1 for mark in _VALUE_MARK.finditer(raw) if mark.group(1))
    return 1 + sum(islice(marks, limit)) > limit


def _paths_of_nuls(value: Any, path: Path = ()) -> Iterator[Path]:
    # The paths of strings with a NUL character, and of objects with one in the name of a member.
    # Names that are very long are left out, so that the response does not repeat them.
    if isinstance(value, str):
        if "\x00" in value:
            yield path
    elif isinstance(value, dict):
        if any("\x00" in name for name in value):
            yield path
        for name, member in value.items():
            is_plain = "\x00" not in name and len(name) <= LONGEST_NAME
            yield from _paths_of_nuls(member, (*path, name) if is_plain else path)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _paths_of_nuls(item, (*path, index))


def _count_members(value: Any, depth: int = 0) -> int:
    kind = type(value)
    if kind is dict:
        children, count = value.values(), len(value)
    elif kind is list:
        children, count = value, 0
    elif kind is float and abs(value) >= _LARGEST:
        # orjson turns an integer beyond 64 bits into a float, which silently is another number.
        raise JsonError("must not have numbers beyond 64 bits")
    else:
        return 0
    if depth >= DEEPEST:
        raise JsonError(f"must not be nested deeper than {DEEPEST} levels")
    for child in children:
        if type(child) in _WALKED:
            count += _count_members(child, depth + 1)
    return count


def _count_keys(raw: bytes) -> int:
    return sum(1 for string in _STRING.finditer(raw) if string.group(1))


def timestamp(instant: datetime) -> str:
    """Return an aware ``instant`` in UTC with milliseconds: ``2026-01-02T03:04:05.678Z``.

    Microseconds are cut off, not rounded. Raises ValueError for a naive datetime.
    """
    if instant.tzinfo is not UTC:
        if instant.tzinfo is None:
            raise ValueError("a datetime without a zone")
        instant = instant.astimezone(UTC)
    return instant.isoformat(timespec="milliseconds")[:-6] + "Z"


def parse_timestamp(text: str) -> datetime:
    """Parse an RFC 3339 date-time with any offset into an aware datetime in UTC.

    The offset may lack its colon (ISO 8601), as openapi-generator's Python client writes it. Digits
    beyond microseconds are cut off. A leap second becomes the first instant of the next minute.
    Raises ValueError for anything else, including instants outside the years 1 to 9999.
    """
    match = _DATE_TIME.fullmatch(text)
    if match is None:
        raise ValueError("not an RFC 3339 date-time")
    date, minute, second, fraction, sign, hours, minutes = match.groups()
    leap = second == "60"
    instant = datetime.fromisoformat(f"{date}T{minute}:{'59' if leap else second}+00:00")
    if fraction and not leap:
        instant = instant.replace(microsecond=int(fraction[:6].ljust(6, "0")))
    shift = timedelta(seconds=leap)
    if sign is not None:
        if int(hours) > 23 or int(minutes) > 59:
            raise ValueError("not an RFC 3339 offset")
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        shift += -offset if sign == "+" else offset
    try:
        return instant + shift
    except OverflowError:
        raise ValueError("outside the years 1 to 9999") from None
