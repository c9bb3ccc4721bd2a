"""The route of the script that the install tag loads."""

from __future__ import annotations

from pyramid.response import Response

from consent_app.api.views import api_view
from consent_app.banner_script import Script, choices, gpp, script
from consent_app.http.compression import accepts_gzip
from consent_app.http.request import Request
from consent_app.operations.visitors import GetBannerChoices, GetBannerGpp, GetBannerScript

MAX_AGE_SECONDS = 3600


@api_view("banner_script", "GET", permission="public")
def get_banner_script(request: GetBannerScript) -> Response:
    """Give the script."""
    return _response(request.http, script())


@api_view("banner_choices", "GET", permission="public")
def get_banner_choices(request: GetBannerChoices) -> Response:
    """Give the second file of the script."""
    return _response(request.http, choices())


@api_view("banner_gpp", "GET", permission="public")
def get_banner_gpp(request: GetBannerGpp) -> Response:
    """Give the file for the Global Privacy Platform."""
    return _response(request.http, gpp())


def _response(request: Request, built: Script) -> Response:
    zipped = accepts_gzip(request)
    response = Response(
        body=built.gzipped if zipped else built.body,
        content_type="text/javascript",
        charset="utf-8",
    )
    if zipped:
        response.content_encoding = "gzip"
    response.vary = "Accept-Encoding"
    response.cache_control = f"public, max-age={MAX_AGE_SECONDS}"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.etag = built.etag.strip('"')
    response.conditional_response = True
    return response
