"""The pages of the panel and their modules."""

from __future__ import annotations

import json
from typing import Any

from pyramid.httpexceptions import HTTPNotFound
from pyramid.response import Response

from consent_app.api.views import page_view
from consent_app.http.compression import accepts_gzip
from consent_app.http.request import Request
from consent_app.panel.bundles import EARLY, RENEWAL
from consent_app.panel.modules import SHEET, digest, modules, needed
from consent_app.panel.pages import page_at
from consent_app.panel.schemas import page_data
from consent_app.panel.sites import PanelSite, panel_site_of
from consent_app.panel.sources import MAIN
from consent_app.translations import template_environment

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types renewal"
)
PREVIEW_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'self'; sandbox allow-scripts"
)
RENEWAL_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    "Service-Worker-Allowed": "/panel/",
}
IMMUTABLE = "public, max-age=31536000, immutable"


class IsPanelPage:
    """The route predicate: the path is one of the list of pages, at the site of the host."""

    def __init__(self, value: bool, info: Any) -> None:
        self.value = value

    def text(self) -> str:
        """Return the text that identifies this predicate."""
        return f"panel_page = {self.value}"

    phash = text

    def __call__(self, info: Any, request: Request) -> bool:
        """Return whether a page of the panel is there."""
        settings = request.app.settings
        site = _site(request)
        if settings.development and site.slug is None and site.path == "/":
            # Development's own start page has more links than the panel's.
            return False
        return (page_at(site.kind, site.path) is not None) is self.value


def _site(request: Request) -> PanelSite:
    return panel_site_of(request.app.settings, request.host, request.path_info or "/")


@page_view("panel.page")
def panel_page(request: Request) -> Response:
    """Show the shell of a page: the files to load, and data that only the server has."""
    site = _site(request)
    page = page_at(site.kind, site.path)
    if page is None:
        raise HTTPNotFound
    language = request.client.language
    folder = f"/panel/{digest()}"
    values = {
        "language": language,
        "branding": request.app.settings.branding,
        "early": f"{folder}/{EARLY}",
        "main": f"{folder}/{MAIN}",
        "sheet": f"{folder}/{SHEET}",
        "modules": [f"{folder}/{name}" for name in needed(page.screen, language)],
        "page_data": json.dumps(
            page_data(request.app.settings, site, language, page)
            | {"renewal": f"{folder}/{RENEWAL}"}
        ),
    }
    env = template_environment("consent_app.panel", "templates", language, html=True)
    body = env.get_template("panel.html.j2").render(values)
    response = Response(body, content_type="text/html", charset="utf-8")
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Content-Language"] = language
    response.headers["Vary"] = "Accept-Language"
    return response


@page_view("panel.preview")
def panel_preview(request: Request) -> Response:
    """Show the page in the editor's frame: the real script on a sample site, without an origin."""
    folder = f"/panel/{digest()}"
    env = template_environment("consent_app.panel", "templates", "en", html=True)
    values = {"script": f"{folder}/preview.js", "sheet": f"{folder}/styles/preview.css"}
    body = env.get_template("preview.html.j2").render(values)
    response = Response(body, content_type="text/html", charset="utf-8")
    response.headers["Content-Security-Policy"] = PREVIEW_POLICY
    return response


@page_view("panel.module")
def panel_module(request: Request) -> Response:
    """Serve a module or a style sheet.

    Another digest is answered too, but not cached: while servers are replaced one by
    one, a page of one asks another for its modules.
    """
    module = modules().get(request.matchdict["name"])
    if module is None:
        raise HTTPNotFound
    packed = accepts_gzip(request)
    response = Response(
        module.packed if packed else module.body,
        content_type=module.content_type,
        charset="utf-8",
        vary="Accept-Encoding",
    )
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    if request.matchdict["name"] == RENEWAL:
        response.headers.update(RENEWAL_HEADERS)
    if request.matchdict["digest"] == digest():
        response.headers["Cache-Control"] = IMMUTABLE
    return response
