"""Cross-origin requests: which origins may read which responses, by the path's ``x-cors``.

``site`` allows the public origin and the workspaces' origins. ``visitor`` allows the domain's own
origin; the feature that registers a check with ``config.add_visitor_origin_check`` decides which
one that is. ``any`` is for scripts, which pages may load with ``crossorigin``. ``none``, and every
path outside the document, allows no origin. Credentials are never allowed, because no cookie
carries one. With ``x-cors-refusals: any`` every origin may read a path's 4xx responses, so that a
page can see what is wrong with its request; those contain no personal data.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pyramid.config import PHASE2_CONFIG, Configurator
from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED

from consent_app.db.outages import is_outage
from consent_app.http.problems import allowed_methods
from consent_app.settings.model import SLUG

if TYPE_CHECKING:
    from consent_app.http.request import Request


SITE = "site"
VISITOR = "visitor"
ANY = "any"
NONE = "none"

EXPOSED_HEADERS = (
    "Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Export-Manifest,"
    " X-Request-Id"
)
ALLOWED_HEADERS = {
    SITE: "Authorization, Content-Type, If-Match",
    VISITOR: "Authorization, Content-Type, Idempotency-Key",
}
PREFLIGHT_SECONDS = 600

log = logging.getLogger(__name__)


@lru_cache(maxsize=8)
def site_origins(public_origin: str, workspace_origin: str) -> re.Pattern[str]:
    """Return a pattern of the site's own origins; ``workspace_origin`` has ``{slug}`` in it."""
    workspace = re.escape(workspace_origin).replace(re.escape("{slug}"), SLUG)
    return re.compile(f"{re.escape(public_origin)}|{workspace}")


def origin_allowed(request: Request, kind: str, origin: str) -> bool:
    """Return whether a page of ``origin`` may read the response. If a check fails, it may not."""
    settings = request.app.settings
    if kind == SITE:
        allowed = site_origins(settings.public_origin, settings.workspace_origin)
        return allowed.fullmatch(origin) is not None
    if kind == VISITOR:
        try:
            return bool(request.visitor_origin_allowed)
        except Exception as error:
            # An outage is logged once, not with every request.
            if not is_outage(error):
                log.warning("the check of a visitor's origin failed: %s", type(error).__name__)
    return False


def add_cors_headers(request: Request, response: Response) -> None:
    """Allow the origin to read the response, errors included, if the path allows that origin."""
    kind = _kind(request)
    if kind == NONE:
        return
    headers = response.headerlist
    if kind == ANY:
        headers.append(("Access-Control-Allow-Origin", "*"))
        return
    headers.append(("Vary", "Origin"))
    origin = request.environ.get("HTTP_ORIGIN")
    if origin and (_is_open_refusal(request, response) or origin_allowed(request, kind, origin)):
        headers.append(("Access-Control-Allow-Origin", origin))
        headers.append(("Access-Control-Expose-Headers", EXPOSED_HEADERS))


def _is_open_refusal(request: Request, response: Response) -> bool:
    refused = 400 <= response.status_int < 500
    return refused and request.matched_route.name in request.registry.api.open_refusals


def preflight_view(request: Request) -> Response:
    """Answer OPTIONS with the allowed methods and, for an allowed origin, the CORS headers."""
    response = Response(status=204, headerlist=[])
    methods = ", ".join(sorted(allowed_methods(request)))
    response.headers["Allow"] = methods
    kind = _kind(request)
    origin = request.environ.get("HTTP_ORIGIN")
    is_preflight = "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.environ
    if origin and is_preflight and origin_allowed(request, kind, origin):
        response.headers["Access-Control-Allow-Methods"] = methods
        response.headers["Access-Control-Allow-Headers"] = ALLOWED_HEADERS[kind]
        response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    return response


def _kind(request: Request) -> str:
    route = request.matched_route
    if route is None:
        return NONE
    kind: str = request.registry.api.cors.get(route.name, NONE)
    return kind


def add_visitor_origin_check(config: Configurator, check: Any) -> None:
    """Directive: register the one ``check(request) -> bool`` for the visitors' routes.

    It is called after the request's transaction has ended, and for preflights, so it opens its own
    session. ``request.matchdict`` has not been validated.
    """

    def register() -> None:
        config.registry.api.visitor_origin_check = check

    config.action(("consent_app.http.visitor_origin_check",), register)


def includeme(config: Configurator) -> None:
    """Register the directive, and an OPTIONS view for each path that other origins may call."""
    config.add_directive("add_visitor_origin_check", add_visitor_origin_check)

    def register() -> None:
        for route_name, kind in config.registry.api.cors.items():
            if kind in ALLOWED_HEADERS:
                config.add_view(
                    preflight_view,
                    route_name=route_name,
                    request_method="OPTIONS",
                    permission=NO_PERMISSION_REQUIRED,
                )

    config.action(("consent_app.http.cors",), register, order=PHASE2_CONFIG)
