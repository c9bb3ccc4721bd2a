"""What visitors load: the script, and the banner that they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

from pyramid.interfaces import IRoutesMapper
from pyramid.response import Response

from consent_app.api.json import JsonResponse
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.banners.public import PublicBanners
from consent_app.banners.script import script
from consent_app.banners.service import PublicAnswer
from consent_app.domains.service import origin_belongs

SCRIPT_SECONDS = 3600
BANNER_SECONDS = 60
_CACHED = f"public, max-age={BANNER_SECONDS}"
_PATH = re.compile(
    "/v1/public/domains/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/banner"
)
_QUERY = re.compile("(?:locale=([A-Za-z0-9-]{1,64}))?")


@api_view("public_banner", "GET", permission="public")
def published_banner(request: Request) -> Response:
    """Give the banner that visitors are shown."""
    parameters = request.openapi_validated.parameters
    banners: PublicBanners = request.registry.public_banners
    found = banners.answer(parameters.path["domainId"], parameters.query.get("locale"))
    return _banner(request, found)


def from_memory(handler: Callable[[Request], Response], registry: Any) -> Any:
    """Tween: answer a request for a banner that is kept, before routes are looked for.

    Only a path and a query that are valid as they stand are answered here, with what was answered
    before; all others go the whole way.
    """
    banners: PublicBanners = registry.public_banners
    routes = registry.getUtility(IRoutesMapper)

    def tween(request: Request) -> Response:
        environ = request.environ
        if environ["REQUEST_METHOD"] != "GET":
            return handler(request)
        path = _PATH.fullmatch(environ.get("PATH_INFO", ""))
        query = _QUERY.fullmatch(environ.get("QUERY_STRING", "")) if path else None
        if path is None or query is None:
            return handler(request)
        found = banners.kept(UUID(path[1]), query[1])
        if found is None:
            return handler(request)
        # By the route it is known who may read it.
        request.matched_route = routes.get_route("public_banner")
        return _banner(request, found)

    return tween


def _banner(request: Request, found: PublicAnswer) -> Response:
    # Known by now, so CORS need not ask the database.
    origin = request.environ.get("HTTP_ORIGIN")
    request.visitor_origin_allowed = origin_belongs(origin, found.hostname)
    headers = {"ETag": f'"{found.tag}"', "Cache-Control": _CACHED}
    response = JsonResponse(found.payload, headers=headers)
    response.conditional_response = "HTTP_IF_NONE_MATCH" in request.environ
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
