"""The banner routes: publishing, the script, and the banner that visitors are shown."""

from __future__ import annotations

from typing import Any

from pyramid.response import Response

from consent_app.api.json import JsonResponse
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.banners import service
from consent_app.banners.presenting import present_public, present_published
from consent_app.banners.script import script

SCRIPT_SECONDS = 3600
BANNER_SECONDS = 60


@api_view("banner_publish", "POST", permission="panel:admin")
def publish(request: Request) -> dict[str, Any]:
    """Publish the domain's banner."""
    return present_published(
        service.publish(
            request.db,
            request.runtime,
            source_of(request),
            request.identity.workspace_id,
            request.openapi_validated.parameters.path["domainId"],
            request.identity.user_id,
        )
    )


@api_view("public_banner", "GET", permission="public")
def published_banner(request: Request) -> Response:
    """Give the banner that visitors are shown."""
    parameters = request.openapi_validated.parameters
    shown = service.published_banner(
        request.db,
        request.runtime,
        parameters.path["domainId"],
        parameters.query.get("locale"),
    )
    response = JsonResponse(present_public(shown))
    response.cache_control = f"public, max-age={BANNER_SECONDS}"
    response.md5_etag()
    response.conditional_response = True
    return response


@api_view("banner_script", "GET", permission="public")
def banner_script(request: Request) -> Response:
    """Give the script that the install tag loads."""
    made = script()
    accepted = request.accept_encoding
    # A client that says nothing of encodings may know none.
    zipped = accepted.header_value is not None and bool(accepted.acceptable_offers(["gzip"]))
    response = Response(
        body=made.gzipped if zipped else made.body,
        content_type="text/javascript",
        charset="utf-8",
    )
    if zipped:
        response.content_encoding = "gzip"
    response.vary = "Accept-Encoding"
    response.cache_control = f"public, max-age={SCRIPT_SECONDS}"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.etag = made.etag.strip('"')
    response.conditional_response = True
    return response
