"""``Deprecation`` (RFC 9745) and ``Sunset`` (RFC 8594) headers for deprecated operations.

An operation with ``deprecated: true`` has its date in ``x-deprecated-at``. Optional are
``x-sunset``, the date from which it may be removed, and ``x-deprecation-link``. Every response of
it, errors included, carries the headers. docs/versioning.md has the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

from pyramid.response import Response

from consent_app.openapi.document import Document, DocumentError

if TYPE_CHECKING:
    from consent_app.http.request import Request


EXTENSIONS = ("x-deprecated-at", "x-sunset", "x-deprecation-link")
Headers = tuple[tuple[str, str], ...]


def notices(document: Document) -> dict[tuple[str, str], Headers]:
    """Return the headers of each deprecated operation, by route name and upper-case method.

    Raises DocumentError for a deprecated operation without a date, for a date on one that is not
    deprecated, and for a sunset before the deprecation.
    """
    headers_of = {}
    for pattern, method, item, operation in document.operations():
        try:
            headers = _headers(operation)
        except (TypeError, ValueError) as error:
            raise DocumentError(f"{method.upper()} {pattern}: {error}") from None
        if headers:
            headers_of[item["x-pyramid-route-name"], method.upper()] = headers
    return headers_of


def add_deprecation_headers(request: Request, response: Response) -> None:
    """Add the headers to any response of a deprecated operation. HEAD counts as GET."""
    notices: Mapping[tuple[str, str], Headers] = request.registry.api.notices
    # Usually nothing is deprecated.
    if notices and request.matched_route is not None:
        method = "GET" if request.method == "HEAD" else request.method
        response.headerlist.extend(notices.get((request.matched_route.name, method), ()))


def _headers(operation: Mapping[str, Any]) -> Headers:
    if not operation.get("deprecated"):
        if extensions := [name for name in EXTENSIONS if name in operation]:
            raise ValueError(f"{', '.join(extensions)} of an operation that is not deprecated")
        return ()
    if "x-deprecated-at" not in operation:
        raise ValueError("a deprecated operation needs x-deprecated-at")
    since = _midnight(operation["x-deprecated-at"])
    headers = [("Deprecation", f"@{int(since.timestamp())}")]
    if "x-sunset" in operation:
        sunset = _midnight(operation["x-sunset"])
        if sunset < since:
            raise ValueError("x-sunset is before x-deprecated-at")
        headers.append(("Sunset", format_datetime(sunset, usegmt=True)))
    if "x-deprecation-link" in operation:
        link = operation["x-deprecation-link"]
        headers.append(("Link", f'<{link}>; rel="deprecation"; type="text/html"'))
    return tuple(headers)


def _midnight(day: date | str) -> datetime:
    # YAML reads an unquoted date as a date object.
    value = date.fromisoformat(day) if isinstance(day, str) else day
    return datetime(value.year, value.month, value.day, tzinfo=UTC)
