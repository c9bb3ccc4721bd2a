"""Reading receipts with an API key."""

from __future__ import annotations

from typing import Any

from pyramid.response import Response

from consent_app.api.json import JsonResponse
from consent_app.api.paging import next_link
from consent_app.api.request import Request
from consent_app.api.streaming import StreamedResponse, item_validator, json_array
from consent_app.api.views import api_view
from consent_app.errors import ValidationFailed
from consent_app.receipts import reading
from consent_app.receipts.listing import present_listed
from consent_app.receipts.reading import Filters
from consent_app.receipts.window import first_valid_id

LINKED_LIMIT = 10_000
"""Up to this many receipts an answer is one page with a link to the next; more is streamed."""


@api_view("api_consent_events", "GET", permission="key:consents:read")
def list_consent_events(request: Request) -> Response:
    """List the receipts of the key's workspace."""
    query = request.openapi_validated.parameters.query
    limit: int = query["limit"]
    if limit > request.runtime.settings.export_max_rows:
        raise ValidationFailed.at(
            "#/query/limit", f"must be {request.runtime.settings.export_max_rows} at most"
        )
    if limit > LINKED_LIMIT:
        return _streamed(request, limit)
    now = request.runtime.now()
    rows = reading.page(
        request.db,
        request.identity.workspace_id,
        _filters(query),
        limit=limit + 1,
        cursor=query.get("cursor"),
        now=now,
    )
    first_valid = str(first_valid_id(now))
    payload = [present_listed(row, first_valid) for row in rows[:limit]]
    more = len(rows) > limit
    headers = next_link(request, cursor=payload[-1]["id"], limit=limit) if more else None
    return JsonResponse(payload, headers=headers)


def _streamed(request: Request, limit: int) -> StreamedResponse:
    query = request.openapi_validated.parameters.query
    now = request.runtime.now()
    first_valid = str(first_valid_id(now))
    session = request.runtime.database.session(read_only=True)
    rows = reading.stream(
        session,
        request.identity.workspace_id,
        _filters(query),
        limit=limit,
        cursor=query.get("cursor"),
        now=now,
    )
    return StreamedResponse(
        json_array((present_listed(row, first_valid) for row in rows), item_validator(request)),
        content_type="application/json",
        close=session.close,
    )


def _filters(query: dict[str, Any]) -> Filters:
    return Filters(
        domain_id=query.get("domainId"),
        action=query.get("action"),
        source=query.get("source"),
        country=query.get("country"),
        from_=query.get("from"),
        to=query.get("to"),
        device=query.get("device"),
        status=query.get("status"),
        q=query.get("q"),
    )
