"""The style sheets and scripts of the pages."""

from __future__ import annotations

from pathlib import Path

from pyramid.httpexceptions import HTTPNotFound
from pyramid.response import Response

from consent_app.api.views import page_view
from consent_app.http.compression import accepts_gzip
from consent_app.http.request import Request
from consent_app.settings.branding import IMAGE_TYPES
from consent_app.web.pages import asset, packed_asset

ASSETS = {
    "account.js": "text/javascript",
    "counter.js": "text/javascript",
    "pages.css": "text/css",
    "palette.css": "text/css",
    "reference.css": "text/css",
    "reference.js": "text/javascript",
    "shop.css": "text/css",
    "shop.js": "text/javascript",
    "try.js": "text/javascript",
}
CACHE_SECONDS = 300
IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"


@page_view("pages.asset")
def asset_file(request: Request) -> Response:
    """Serve a style sheet or a script of these pages."""
    name = request.matchdict["name"]
    branding = request.app.settings.branding
    images = {"logo": branding.logo_file, "favicon": branding.favicon_file}
    if path := images.get(name):
        return _image(path)
    if name not in ASSETS:
        raise HTTPNotFound
    packed = accepts_gzip(request)
    body = packed_asset(name) if packed else asset(name)
    response = Response(body, content_type=ASSETS[name], charset="utf-8", vary="Accept-Encoding")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    if not request.app.settings.development:
        response.headers["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
    return response


def _image(path: Path) -> Response:
    response = Response(path.read_bytes(), content_type=IMAGE_TYPES[path.suffix.lower()])
    # Opened directly, an SVG is a document, whose scripts must not run.
    response.headers["Content-Security-Policy"] = IMAGE_POLICY
    response.headers["Cache-Control"] = f"public, max-age={CACHE_SECONDS}"
    return response
