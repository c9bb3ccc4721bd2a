"""Reading and exporting receipts, with an API key and in the panel."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from pyramid.response import Response

from consent_app.api.pagination import next_link
from consent_app.api.views import api_view
from consent_app.errors import ValidationFailed
from consent_app.exports import large_pages, schemas
from consent_app.exports.exports import Export, ExportRequest, begin_export
from consent_app.exports.formats import FORMATS, JSON, Format
from consent_app.exports.large_pages import SMALL_PAGE, pieces, read_large_page
from consent_app.exports.manifests import get_manifest
from consent_app.http.compression import LEVEL, accepts_gzip
from consent_app.http.json_response import JsonResponse
from consent_app.http.streaming import StreamedResponse, item_validator
from consent_app.operations import read_api
from consent_app.operations import receipts as operations
from consent_app.receipts.service import (
    ReceiptFilters,
    ReceiptQuery,
    consent_receipt,
    first_valid_id,
    get_page,
)

LINKED_LIMIT = 10_000
"""Up to this many receipts, a response is one page with a link to the next. More are streamed."""

VARY = "Accept, Accept-Encoding"

ListRequest = read_api.ListConsentEvents | operations.ListPanelConsentEvents

_CHARSETS = ("", ";charset=utf-8", ";charset=UTF-8")
_OFFERS = [media_type + charset for charset in _CHARSETS for media_type in FORMATS]
"""With the parameter that responses have: a range with one accepts no offer without it."""


@api_view("api_consent_events", "GET", permission="key:consents:read")
def list_consent_events(request: read_api.ListConsentEvents) -> Response:
    """List or export the receipts of the key's workspace."""
    return _list(request, "/v1/api/export-manifests")


@api_view("consent_events", "GET", permission="panel:viewer")
def list_panel_events(request: operations.ListPanelConsentEvents) -> Response:
    """List or export the receipts of the caller's workspace."""
    return _list(request, "/v1/export-manifests")


@api_view("api_export_manifest", "GET", permission="key:consents:read")
def get_api_manifest(request: read_api.GetExportManifest) -> dict[str, Any]:
    """Show the manifest of an export of the key's workspace."""
    return schemas.export_manifest(get_manifest(request.ctx, request.path.manifest_id))


@api_view("export_manifest", "GET", permission="panel:viewer")
def get_panel_manifest(request: operations.GetPanelExportManifest) -> dict[str, Any]:
    """Show the manifest of an export of the caller's workspace."""
    return schemas.export_manifest(get_manifest(request.ctx, request.path.manifest_id))


def _list(request: ListRequest, manifests: str) -> Response:
    max_rows = request.ctx.app.settings.export_max_rows
    format_ = _format(request)
    if "limit" in request.http.GET:
        limit = request.query.limit
    else:
        # A file has all receipts unless the request limits them.
        limit = min(request.query.limit, max_rows) if format_ is JSON else max_rows
    if limit > max_rows:
        raise ValidationFailed.at("#/query/limit", f"must be {max_rows} at most")
    if format_ is not JSON or limit > LINKED_LIMIT:
        return _export(request, manifests, format_, limit)
    return _page(request, limit) if limit <= SMALL_PAGE else _large_page(request, limit)


def _page(request: ListRequest, limit: int) -> JsonResponse:
    query = _query(request, limit + 1)
    with request.ctx.app.database.replica_or(request.ctx.session) as session:
        rows = get_page(session, query)
    first_valid = str(first_valid_id(query.now))
    payload = [consent_receipt(row, first_valid) for row in rows[:limit]]
    headers = {"Vary": VARY}
    if len(rows) > limit:
        headers |= next_link(request.http, cursor=payload[-1]["id"], limit=limit)
    response = JsonResponse(payload, headers=headers)
    response.etag = _tag(response.app_iter[0])
    response.conditional_response = True
    return response


def _large_page(request: ListRequest, limit: int) -> StreamedResponse:
    http = request.http
    page = read_large_page(request.ctx, _query(request, limit), item_validator(http.operation))
    with ExitStack() as unless_sent:
        unless_sent.callback(page.slot.close)
        body, headers = page.body, {"Vary": VARY}
        if page.next_cursor is not None:
            headers |= next_link(http, cursor=page.next_cursor, limit=limit)
        if accepts_gzip(http):
            headers["Content-Encoding"] = "gzip"
            body = gzip.compress(body, LEVEL, mtime=0)
        response = StreamedResponse(
            pieces(body), content_type=JSON.media_type, headers=headers, close=page.slot.close
        )
        response.content_length = len(body)
        response.etag = _tag(page.body)
        response.conditional_response = True
        unless_sent.pop_all()
    return response


def _tag(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=16).hexdigest()


def _format(request: ListRequest) -> Format:
    # A client that accepts none of the formats gets JSON, as documented.
    offers = request.http.accept.acceptable_offers(_OFFERS)
    return FORMATS[offers[0][0].partition(";")[0]] if offers else JSON


def _export(request: ListRequest, manifests: str, format_: Format, limit: int) -> StreamedResponse:
    http = request.http
    is_gzip = accepts_gzip(http)
    is_page = limit <= LINKED_LIMIT
    export = begin_export(
        request.ctx,
        ExportRequest(_query(request, limit), format_, is_gzip, item_validator(http.operation)),
        wait_seconds=large_pages.WAIT_SECONDS if is_page else 0,
    )
    with ExitStack() as unless_sent:
        unless_sent.callback(export.close)
        # Not with route_path: Pyramid keeps every value of a path that it writes.
        manifest = f"{http.script_name}{manifests}/{export.id}"
        headers = {
            "Vary": VARY,
            "X-Export-Manifest": f"{request.ctx.app.settings.base_url}{manifest}",
            "Content-Disposition": f'attachment; filename="receipts-{export.id}.{format_.suffix}"',
        }
        if is_gzip:
            headers["Content-Encoding"] = "gzip"
        chunks: Iterable[bytes] = export.chunks()
        if is_page:
            # The Link header needs the id of the last receipt, and headers precede the body.
            chunks = list(chunks)
            headers |= _link_after(request, export, limit)
        if limit <= SMALL_PAGE:
            export.close()
        charset = "; charset=utf-8" if format_.media_type == "text/csv" else ""
        response = StreamedResponse(
            chunks,
            content_type=format_.media_type + charset,
            headers=headers,
            close=export.close,
        )
        unless_sent.pop_all()
    return response


def _link_after(request: ListRequest, export: Export, limit: int) -> dict[str, str]:
    if export.last_id is None or export.count < limit:
        return {}
    query = replace(_query(request, 1), cursor=export.last_id)
    with request.ctx.app.database.replica_or(request.ctx.session) as session:
        next_rows = get_page(session, query)
    return next_link(request.http, cursor=str(export.last_id), limit=limit) if next_rows else {}


def _query(request: ListRequest, limit: int) -> ReceiptQuery:
    query = request.query
    filters = ReceiptFilters(
        domain_id=query.domain_id,
        action=query.action,
        source=query.source,
        country=query.country,
        from_=query.from_,
        to=query.to,
        device=query.device,
        status=query.status,
        q=query.q,
    )
    return ReceiptQuery(
        request.ctx.workspace_id,
        filters,
        limit,
        query.cursor,
        request.ctx.now(),
        with_proof=query.include is not None,
    )
