"""JSON Pointers as URI fragments (RFC 6901 §6), and the message for each broken rule.

Messages name the rule, never the value that broke it: a value may be a password.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from consent_app.errors import FieldError
from consent_app.text import noun_form

# The characters that RFC 3986 allows in a fragment, except the tilde, which is written ~0.
_SAFE = "!$&'()*+,;=:@?-._"
LONGEST_NAME = 64

_TYPES = {
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
    "null": "null",
}
_FORMATS = {
    "email": "an email address",
    "uuid": "a UUID",
    "date-time": "an RFC 3339 date-time with an offset (in a URL, write + as %2B)",
    "date": "an RFC 3339 date",
    "uri": "an absolute URI",
    "hostname": "a hostname",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
}
_SIDES = {"min": "more", "max": "fewer"}
_UNITS = {"Length": "character", "Items": "item", "Properties": "member"}
"""``minLength``, ``maxItems`` and the like: a side and a unit."""
_HEX_DIGITS = "must be {} hexadecimal digits (0-9 and a-f)"
PATTERNS = {
    r"\S": "must not be empty or only spaces",
    r"^\s*\S([\s\S]{0,98}\S)?\s*$": "must have 1 to 100 characters, without spaces around it",
    r"^\s*\S[\s\S]{0,98}\S\s*$": "must have 2 to 100 characters, without spaces around it",
    "^[A-Za-z0-9-]+$": "must consist of letters (a-z), digits and hyphens",
    "^[a-z0-9_]+$": "must consist of lower-case letters (a-z), digits and underscores",
    "^[a-z0-9_.]+$": "must consist of lower-case letters (a-z), digits, underscores and dots",
    "^[A-Za-z]{2}$": "must be two letters (a-z)",
    "^[A-Z]{2}(-[A-Z0-9]{1,3})?$": "must be a country (ISO 3166-1) or a part of one (ISO 3166-2),"
    " such as DE or US-CA",
    "^[a-z]{2,10}(-[a-z]{2})?$": "must be the id of a rule, such as eu or us-ca",
    "^urn:request-id:[A-Za-z0-9._-]{8,64}$": "must be the id of a request, as a URN",
    "^[0-9a-f]{64}$": _HEX_DIGITS.format(64),
    "^#[0-9a-f]{6}$": "must be a colour such as #1a2b3c",
    "^#[0-9A-Fa-f]{6}$": "must be a colour such as #1a2b3c",
    "^[!-+./0-:<-~-]+$": "must consist of printable ASCII characters without spaces, commas and"
    " semicolons",
    "^[0-9]{1,18}-[0-9]{1,3}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$": (
        "must be the unchanged cursor of the previous page"
    ),
}
"""A description of each pattern of openapi.yaml."""

BODY_REQUIRED = "a JSON body is required"
REQUIRED = "is required"
UNKNOWN = "is unknown"


def pointer(*parts: str | int) -> str:
    """Return a JSON Pointer as a URI fragment, such as ``#/items/0/a~1b``."""
    return "#" + "".join("/" + _escaped(str(part)) for part in parts)


def _escaped(part: str) -> str:
    return quote(part.replace("~", "~0").replace("/", "~1"), safe="~" + _SAFE, errors="replace")


def rule(keyword: str, value: Any) -> str:
    """Return the message for a broken JSON Schema keyword; ``value`` is the keyword's."""
    match keyword:
        case "type":
            names = [value] if isinstance(value, str) else list(value)
            return "must be " + " or ".join(_TYPES.get(name, name) for name in names)
        case "format":
            return "must be " + _FORMATS.get(value, f"of the format {value}")
        case "enum":
            return "must be one of " + ", ".join("null" if v is None else str(v) for v in value)
        case "pattern" if value in PATTERNS:
            return PATTERNS[value]
        case "x-visible":
            return "must be a name with at least one visible character"
        case "uniqueItems":
            return "must not have the same item twice"
        case "anyOf" | "oneOf":
            return "must have one of the forms described in the API reference"
        case "not" if isinstance(value, Mapping) and "description" in value:
            return f"must not {value['description']}"
    return _size_rule(keyword, value) or "must have the form described in the API reference"


def _size_rule(keyword: str, value: Any) -> str | None:
    match keyword:
        case "minimum":
            return f"must be {value} or more"
        case "maximum":
            return f"must be {value} or less"
        case "exclusiveMinimum":
            return f"must be more than {value}"
        case "exclusiveMaximum":
            return f"must be less than {value}"
        case "multipleOf":
            return f"must be a multiple of {value}"
        case "const":
            return f"must be {value}"
    side, unit = _SIDES.get(keyword[:3]), _UNITS.get(keyword[3:])
    if side is None or unit is None:
        return None
    return f"must have {value} {noun_form(value, unit)} or {side}"


def field_errors_of(path: tuple[str | int, ...], keyword: str, value: Any) -> Iterable[FieldError]:
    """Yield the field errors for one broken keyword at ``path``.

    ``value`` is the keyword's. For ``required`` and ``additionalProperties`` it is the list of the
    missing or unknown members; each is an error at its own location.
    """
    if keyword in ("required", "additionalProperties", "unevaluatedProperties"):
        words = REQUIRED if keyword == "required" else UNKNOWN
        for name in value:
            # Very long names are cut, so that the response does not repeat them.
            location = (*path, name) if len(name) <= LONGEST_NAME else path
            yield FieldError(pointer(*location), words)
    else:
        yield FieldError(pointer(*path), rule(keyword, value))
