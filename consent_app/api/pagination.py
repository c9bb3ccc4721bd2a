"""Cursor pagination: the ``Link`` header with the next page (RFC 8288)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from consent_app.http.json_response import JsonResponse

if TYPE_CHECKING:
    from consent_app.http.request import Request


def page_response(request: Request, rows: list[dict[str, Any]], limit: int) -> JsonResponse:
    """Return a response with ``limit`` of ``rows`` and, if there are more, a link to the next
    page."""
    page = rows[:limit]
    headers = next_link(request, cursor=page[-1]["id"]) if len(rows) > limit else None
    return JsonResponse(page, headers=headers)


def next_link(request: Request, *, cursor: str, limit: int | None = None) -> dict[str, str]:
    """Return the header with the address of the next page: the same query, after ``cursor``.

    The address is absolute, on ``settings.base_url``, so that it works behind any proxy. With
    ``limit``, it includes that even if the request left it out.
    """
    query = [(name, text) for name, text in request.GET.items() if name != "cursor"]
    if limit is not None and "limit" not in request.GET:
        query.append(("limit", str(limit)))
    query.append(("cursor", cursor))
    base = request.app.settings.base_url
    return {"Link": f'<{base}{request.path}?{urlencode(query)}>; rel="next"'}
