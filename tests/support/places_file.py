"""A small database of places in MaxMind's format, for the setting ``geoip_database``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_MARK = b"\xab\xcd\xefMaxMind.com"
_SEPARATOR = bytes(16)
_NODE_COUNT = 1
LOW, HIGH = "8.8.8.8", "193.0.6.139"
"""An address of each half of IPv4's."""


def places_file(low: str, high: str, *, padding: int = 0) -> bytes:
    """Return a file that has one country for each half of IPv4's addresses.

    ``padding`` is how many more bytes it has.
    """
    first, second = (_map({"country_code": _text(code)}) for code in (low, high))
    offsets = (_NODE_COUNT + len(_SEPARATOR), _NODE_COUNT + len(_SEPARATOR) + len(first))
    tree = b"".join(offset.to_bytes(3, "big") for offset in offsets)
    metadata = {
        "node_count": _number(6, _NODE_COUNT),
        "record_size": _number(5, 24),
        "ip_version": _number(5, 4),
        "database_type": _text("Test"),
        "languages": _extended(11, []),
        "binary_format_major_version": _number(5, 2),
        "binary_format_minor_version": _number(5, 0),
        "build_epoch": _extended(9, [b"\x01"]),
        "description": _map({"en": _text("Test")}),
    }
    return tree + _SEPARATOR + first + second + bytes(padding) + _MARK + _map(metadata)


def broken_places_file(low: str, high: str) -> bytes:
    """Return such a file, of the same size, whose countries cannot be read."""
    content = places_file(low, high)
    start = content.index(_SEPARATOR) + len(_SEPARATOR)
    end = content.index(_MARK)
    return content[:start] + b"\xff" * (end - start) + content[end:]


def _text(text: str) -> bytes:
    return bytes([2 << 5 | len(text)]) + text.encode("ascii")


def _map(members: Mapping[str, bytes]) -> bytes:
    pairs = b"".join(_text(name) + value for name, value in members.items())
    return bytes([7 << 5 | len(members)]) + pairs


def _number(kind: int, number: int) -> bytes:
    digits = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return bytes([kind << 5 | len(digits)]) + digits


def _extended(kind: int, items: Iterable[bytes]) -> bytes:
    values = list(items)
    return bytes([len(values), kind - 7]) + b"".join(values)
