"""The route of the script that the install tag loads."""

from __future__ import annotations

from pyramid.response import Response

from consent_app.api.views import api_view
from consent_app.banner_script import Script, choices, gpp, script
from consent_app.http.request import Request
from consent_app.operations.visitors import GetBannerChoices, GetBannerGpp, GetBannerScript

MAX_AGE_SECONDS = 3600


@api_view("banner_script", "GET", permission="public")
def get_banner_script(request: GetBannerScript) -> Response:
    """Give the script."""
    return _answer(request.http, script(), MAX_AGE_SECONDS)


@api_view("banner_choices", "GET", permission="public")
def get_banner_choices(request: GetBannerChoices) -> Response:
    """Give the second file of the script."""
    return _answer(request.http, choices(), MAX_AGE_SECONDS)


@api_view("banner_gpp", "GET", permission="public")
def get_banner_gpp(request: GetBannerGpp) -> Response:
    """Give the file for the Global Privacy Platform."""
    return _answer(request.http, gpp(), MAX_AGE_SECONDS)


def _answer(request: Request, built: Script, max_age: int) -> Response:
    accepted = request.accept_encoding
    # A client that says nothing of encodings may know none.
    zipped = accepted.header_value is not None and bool(accepted.acceptable_offers(["gzip"]))
    response = Response(
        body=built.gzipped if zipped else built.body,
        content_type="text/javascript",
        charset="utf-8",
    )
    if zipped:
        response.content_encoding = "gzip"
    response.vary = "Accept-Encoding"
    response.cache_control = f"public, max-age={max_age}"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.etag = built.etag.strip('"')
    response.conditional_response = True
    return response
