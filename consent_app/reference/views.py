"""The pages of the API's reference and of the guides."""

from __future__ import annotations

from pyramid.httpexceptions import HTTPNotFound
from pyramid.response import Response

from consent_app.api.views import page_view
from consent_app.http.compression import accepts_gzip
from consent_app.http.request import Request
from consent_app.reference.library import Library, Page
from consent_app.web.pages import POLICY, redirect_with_slash

CACHE_SECONDS = 300


@page_view("reference.contents")
def contents(request: Request) -> Response:
    """Show the general part of the document, and a list of all operations."""
    return _sent(request, _library(request).contents())


@page_view("reference.operations")
def operations(request: Request) -> Response:
    """Show the operations of one tag."""
    return _sent(request, _library(request).operations(request.matchdict["tag"]))


@page_view("reference.guides")
def guides(request: Request) -> Response:
    """Show the list of the guides."""
    return _sent(request, _library(request).guide_list())


@page_view("reference.guide")
def guide(request: Request) -> Response:
    """One guide."""
    return _sent(request, _library(request).guide(request.matchdict["name"]))


@page_view("reference.contents_without_slash")
@page_view("reference.guides_without_slash")
def with_slash(request: Request) -> Response:
    """Send on to the page's one address."""
    return redirect_with_slash(request)


def _library(request: Request) -> Library:
    library: Library = request.registry.reference
    return library


def _sent(request: Request, page: Page | None) -> Response:
    if page is None:
        raise HTTPNotFound
    packed = accepts_gzip(request)
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
        "no-cache" if request.app.settings.development else f"public, max-age={CACHE_SECONDS}"
    )
    return response
