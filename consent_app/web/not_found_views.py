"""Unknown paths as a page, for browsers. Everybody else gets the problem that the API returns."""

from __future__ import annotations

from typing import Any

from pyramid.config import Configurator
from pyramid.exceptions import URLDecodeError
from pyramid.response import Response

from consent_app.http.request import Request
from consent_app.web.pages import page

API_PATHS = ("/v1/", "/.well-known/")


class IsBrowsing:
    """The views' predicate: a browser opens a page that is not part of the API."""

    def __init__(self, value: bool, info: Any) -> None:
        self.value = value

    def text(self) -> str:
        """Return the text that identifies this predicate."""
        return f"browsing = {self.value}"

    phash = text

    def __call__(self, context: Any, request: Request) -> bool:
        """Return whether the request asks for a page by name: ``*/*`` does not."""
        asks = request.method in ("GET", "HEAD") and "text/html" in request.headers.get(
            "Accept", ""
        )
        path = request.environ.get("PATH_INFO", "")
        return (asks and not path.startswith(API_PATHS)) is self.value


def not_found_page(error: Any, request: Request) -> Response:
    """Say that the page does not exist, and link to pages that do."""
    language = request.client.language
    values = {"site": request.domain}
    response = page(request, "not_found", values, language=language)
    response.status_int = 404
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept, Accept-Language"
    return response


def includeme(config: Configurator) -> None:
    """Register the page in addition to the API's response."""
    config.add_view_predicate("browsing", IsBrowsing)
    config.add_notfound_view(not_found_page, browsing=True)
    config.add_exception_view(not_found_page, context=URLDecodeError, browsing=True)
