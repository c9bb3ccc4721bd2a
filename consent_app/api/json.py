"""JSON in and out: one strict reader, one writer, and the form of an instant.

Requests are read more strictly than RFC 8259 demands: a member that stands twice, a NUL character,
a number beyond 64 bits and a lone surrogate are refused, because what reads them next (PostgreSQL,
another parser) would take them differently.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

JSON_TYPE = "application/json"
_WRITE = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_DATACLASS
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"(?:[ \t\r\n]*(:))?')
_VALUE_MARK = re.compile(rb'"(?:[^"\\]|\\.)*"|([,\[{])')
# A number with a fraction of zeros or an exponent; what looks like one in a string does no harm.
_INTEGRAL = re.compile(rb"\d\.0+(?!\d)|\d[eE]")
_MAX_EXACT = 2**53
_DATE_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):?(\d\d))",
    re.ASCII,
)
_LARGEST = 2**64
_WALKED = frozenset({dict, list, float})
DEEPEST = 64
FREE_VALUES = 4096
BYTES_PER_VALUE = 32
"""A body may hold FREE_VALUES values, and one more for each BYTES_PER_VALUE of its length: what is
made of ``[[],[],…]`` would take thirty times its bytes."""


class JsonError(ValueError):
    """A text that is no acceptable JSON. The message names the rule, never the text."""


def dumps(value: Any) -> bytes:
    """Return ``value`` as JSON in UTF-8. Raises TypeError for what is no plain JSON value."""
    return orjson.dumps(value, option=_WRITE)


def loads(raw: bytes) -> Any:
    """Parse a request's body. Raises JsonError, whose message may be shown to the sender."""
    most = FREE_VALUES + len(raw) // BYTES_PER_VALUE
    if estimated_values(raw) > most and _count_values(raw) > most:
        raise JsonError(f"must not have more than {most} values, members and items all counted")
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        raise JsonError(
            "must be JSON in UTF-8 (RFC 8259), with numbers of at most 64 bits"
        ) from None
    # Each member has one colon outside of strings, so as many colons as members settles it.
    keys = _count_members(value)
    if raw.count(b":") != keys and _count_keys(raw) != keys:
        raise JsonError("must not have the same member twice")
    if b"\\u0000" in raw and has_nul(value):
        raise JsonError("must not contain NUL characters")
    if _INTEGRAL.search(raw) is not None:
        value = _with_integers(value)
    return value


def _with_integers(value: Any) -> Any:
    # To JSON Schema 1.0 is an integer (2020-12, 4.2.3); to databases a float is none. What holds
    # others is changed where it is: a copy would take as much memory again.
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < _MAX_EXACT else value
    if isinstance(value, dict):
        for key, member in value.items():
            value[key] = _with_integers(member)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            value[place] = _with_integers(item)
    return value


def estimated_values(raw: bytes) -> int:
    """Return how many values a JSON text has at the most, at the cost of looking at its bytes."""
    return 1 + raw.count(b",") + raw.count(b"[") + raw.count(b"{")


def _count_values(raw: bytes) -> int:
    # As above, but for the commas and brackets that stand in strings.
    return 1 + sum(1 for mark in _VALUE_MARK.finditer(raw) if mark.group(1))


def has_nul(value: Any) -> bool:
    """Whether any string in a parsed JSON value, member names included, has a NUL character."""
    if isinstance(value, str):
        return "\x00" in value
    if isinstance(value, dict):
        return any("\x00" in key or has_nul(member) for key, member in value.items())
    return isinstance(value, list) and any(map(has_nul, value))


def _count_members(value: Any, depth: int = 0) -> int:
    kind = type(value)
    if kind is dict:
        children, count = value.values(), len(value)
    elif kind is list:
        children, count = value, 0
    elif kind is float and abs(value) >= _LARGEST:
        # orjson turns an integer beyond 64 bits into a float: silently another number.
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
    """Return an aware ``instant`` as UTC with milliseconds, ``2026-01-02T03:04:05.678Z``.

    Microseconds are cut, not rounded. Raises ValueError for a naive datetime.
    """
    if instant.tzinfo is not UTC:
        if instant.tzinfo is None:
            raise ValueError("a datetime without a zone")
        instant = instant.astimezone(UTC)
    return instant.isoformat(timespec="milliseconds")[:-6] + "Z"


def parse_timestamp(text: str) -> datetime:
    """Parse an RFC 3339 date-time with any offset into an aware datetime in UTC.

    An offset may lack its colon, as ISO 8601 has it: openapi-generator's Python client writes so.
    Digits beyond microseconds are cut; a leap second is the first instant of the next minute.
    Raises ValueError for anything else, also for an instant outside the years 1 to 9999.
    """
    match = _DATE_TIME.fullmatch(text)
    if match is None:
        raise ValueError("no RFC 3339 date-time")
    date, minute, second, fraction, sign, hours, minutes = match.groups()
    leap = second == "60"
    instant = datetime.fromisoformat(f"{date}T{minute}:{'59' if leap else second}+00:00")
    if fraction and not leap:
        instant = instant.replace(microsecond=int(fraction[:6].ljust(6, "0")))
    shift = timedelta(seconds=leap)
    if sign is not None:
        if int(hours) > 23 or int(minutes) > 59:
            raise ValueError("no RFC 3339 offset")
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        shift += -offset if sign == "+" else offset
    try:
        return instant + shift
    except OverflowError:
        raise ValueError("outside the years 1 to 9999") from None
