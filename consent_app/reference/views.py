"""The pages of the API's reference and of the guides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyramid.httpexceptions import HTTPNotFound
from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED
from pyramid.view import view_config

from consent_app.api.request import Request
from consent_app.reference.library import Library, Page
from consent_app.web.rendering import POLICY, redirect_with_slash

KEPT_SECONDS = 300

View = Callable[[Any], Response]


def _view(route_name: str) -> Callable[[View], View]:
    decorator: Callable[[View], View] = view_config(
        route_name=route_name, request_method="GET", permission=NO_PERMISSION_REQUIRED
    )
    return decorator


@_view("reference.contents")
def contents(request: Request) -> Response:
    """What holds for all operations, and their list."""
    return _sent(request, _library(request).contents())


@_view("reference.operations")
def operations(request: Request) -> Response:
    """The operations of one tag."""
    return _sent(request, _library(request).operations(request.matchdict["tag"]))


@_view("reference.guides")
def guides(request: Request) -> Response:
    """The list of the guides."""
    return _sent(request, _library(request).guide_list())


@_view("reference.guide")
def guide(request: Request) -> Response:
    """One guide."""
    return _sent(request, _library(request).guide(request.matchdict["name"]))


@_view("reference.contents_without_slash")
@_view("reference.guides_without_slash")
def with_slash(request: Request) -> Response:
    """Send on to the page's one address."""
    return redirect_with_slash(request)


def _library(request: Request) -> Library:
    library: Library = request.registry.reference
    return library


def _sent(request: Request, page: Page | None) -> Response:
    if page is None:
        raise HTTPNotFound
    # Without the header any coding would do, but who sends none mostly reads none.
    packed = "Accept-Encoding" in request.headers and bool(
        request.accept_encoding.acceptable_offers(["gzip"])
    )
    response = Response(
        page.packed if packed else page.plain,
        content_type="text/html",
        charset="utf-8",
        vary="Accept-Encoding",
        conditional_response=True,
    )
    response.etag = f"{page.tag}-gzip" if packed else page.tag
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = (
        "no-cache" if request.app.settings.development else f"public, max-age={KEPT_SECONDS}"
    )
    return response
