"""The route of the script that the install tag loads."""

from __future__ import annotations

from pyramid.response import Response

from consent_app.api.views import api_view
from consent_app.banner_script import script
from consent_app.operations.visitors import GetBannerScript

MAX_AGE_SECONDS = 3600


@api_view("banner_script", "GET", permission="public")
def get_banner_script(request: GetBannerScript) -> Response:
    """Give the script."""
    built = script()
    accepted = request.http.accept_encoding
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
    response.cache_control = f"public, max-age={MAX_AGE_SECONDS}"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.etag = built.etag.strip('"')
    response.conditional_response = True
    return response
