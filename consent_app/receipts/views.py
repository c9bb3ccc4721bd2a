"""Reading and exporting receipts, with an API key and in the panel."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from pyramid.response import Response

from consent_app.api.json import JsonResponse, timestamp
from consent_app.api.paging import next_link
from consent_app.api.request import Request
from consent_app.api.streaming import StreamedResponse, item_validator
from consent_app.api.views import api_view
from consent_app.errors import ValidationFailed
from consent_app.receipts import exporting, reading
from consent_app.receipts.export_formats import FORMS, JSON, Form
from consent_app.receipts.listing import present_listed
from consent_app.receipts.manifests import Actor, find_manifest
from consent_app.receipts.reading import Filters
from consent_app.receipts.window import first_valid_id

LINKED_LIMIT = 10_000
"""Up to this many receipts a JSON answer is one page with a link to the next; more is streamed."""

VARY = "Accept, Accept-Encoding"


@api_view("api_consent_events", "GET", permission="key:consents:read")
def list_consent_events(request: Request) -> Response:
    """List or export the receipts of the key's workspace."""
    return _listed(request, Actor("api_key"), "api_export_manifest")


@api_view("consent_events", "GET", permission="panel:viewer")
def list_panel_events(request: Request) -> Response:
    """List or export the receipts of the caller's workspace."""
    return _listed(request, Actor("user", request.identity.user_id), "export_manifest")


@api_view("api_export_manifest", "GET", permission="key:consents:read")
@api_view("export_manifest", "GET", permission="panel:viewer")
def get_export_manifest(request: Request) -> dict[str, Any]:
    """Show what left in an export."""
    manifest_id: UUID = request.openapi_validated.parameters.path["manifestId"]
    workspace_id = request.identity.workspace_id
    manifest = find_manifest(request.db, request.app, workspace_id, manifest_id)
    return {
        "id": str(manifest.id),
        "format": manifest.format,
        "rows": manifest.rows,
        "firstId": str(manifest.first_id) if manifest.first_id else None,
        "lastId": str(manifest.last_id) if manifest.last_id else None,
        "sha256": manifest.sha256,
        "size": manifest.size,
        "completedAt": timestamp(manifest.completed_at),
    }


def _listed(request: Request, actor: Actor, manifest_route: str) -> Response:
    query = request.openapi_validated.parameters.query
    most = request.app.settings.export_max_rows
    form = _form(request)
    # Whoever asks for a file wants all of it.
    limit: int = query["limit"] if form is JSON or "limit" in request.GET else most
    if limit > most:
        raise ValidationFailed.at("#/query/limit", f"must be {most} at most")
    if form is not JSON or limit > LINKED_LIMIT:
        return _export(request, actor, manifest_route, form, limit)
    now = request.app.now()
    with request.app.database.replica_session() as session:
        rows = reading.page(
            session,
            request.identity.workspace_id,
            _filters(query),
            limit=limit + 1,
            cursor=query.get("cursor"),
            now=now,
        )
    first_valid = str(first_valid_id(now))
    payload = [present_listed(row, first_valid) for row in rows[:limit]]
    headers = {"Vary": VARY}
    if len(rows) > limit:
        headers |= next_link(request, cursor=payload[-1]["id"], limit=limit)
    response = JsonResponse(payload, headers=headers)
    response.etag = hashlib.blake2b(response.app_iter[0], digest_size=16).hexdigest()
    response.conditional_response = True
    return response


def _form(request: Request) -> Form:
    # What accepts none of the forms gets JSON, as the document has it.
    offers = request.accept.acceptable_offers(list(FORMS))
    return FORMS[offers[0][0]] if offers else JSON


def _export(
    request: Request, actor: Actor, manifest_route: str, form: Form, limit: int
) -> StreamedResponse:
    query = request.openapi_validated.parameters.query
    app = request.app
    gzip = bool(request.accept_encoding.acceptable_offers(["gzip"])) and (
        "Accept-Encoding" in request.headers
    )
    export = exporting.begin(
        app,
        request.registry.exports,
        request.identity.workspace_id,
        actor,
        _filters(query),
        form,
        limit=limit,
        cursor=query.get("cursor"),
        gzip=gzip,
        is_valid=item_validator(request),
        now=app.now(),
    )
    manifest = request.route_path(manifest_route, manifestId=str(export.id))
    headers = {
        "Vary": VARY,
        "X-Export-Manifest": f"{app.settings.base_url}{manifest}",
        "Content-Disposition": f'attachment; filename="receipts-{export.id}.{form.suffix}"',
    }
    if gzip:
        headers["Content-Encoding"] = "gzip"
    charset = "; charset=utf-8" if form.media_type == "text/csv" else ""
    return StreamedResponse(
        export.chunks(),
        content_type=form.media_type + charset,
        headers=headers,
        close=export.close,
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
