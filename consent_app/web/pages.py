"""Pages: HTML documents from Jinja2 templates, under a strict content policy, and their files."""

from __future__ import annotations

import gzip
from functools import cache
from importlib import resources
from typing import Any

from pyramid.httpexceptions import HTTPFound
from pyramid.response import Response

from consent_app.http.request import Request
from consent_app.translations import template_environment

_FOLDER = resources.files(__name__.rpartition(".")[0])
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def page(
    request: Request,
    template: str,
    values: dict[str, Any],
    *,
    language: str = "en",
    forms: bool = False,
) -> Response:
    """Return an HTML document that may load only our own files.

    ``template`` is a file of ``templates/`` without its ending; its values are escaped, unless they
    are ``Markup``. ``forms``: whether the page may send forms, to this server only.
    """
    env = template_environment("consent_app.web", "templates", language, html=True)
    branding = request.app.settings.branding
    body = env.get_template(f"{template}.html.j2").render(
        values, language=language, branding=branding
    )
    response = Response(body, content_type="text/html", charset="utf-8")
    policy = POLICY.replace("form-action 'none'", "form-action 'self'") if forms else POLICY
    response.headers["Content-Security-Policy"] = policy
    return response


def redirect_with_slash(request: Request) -> Response:
    """Redirect to the same page with the slash that its relative links need.

    The address comes from the settings, because a client can send any Host header.
    """
    return HTTPFound(f"{request.app.settings.base_url}{request.path}/")


@cache
def packed_asset(name: str) -> bytes:
    """Return a file of ``assets/`` as gzip. Large ones are kept packed.

    Raises FileNotFoundError.
    """
    packed = _FOLDER / "assets" / f"{name}.gz"
    return packed.read_bytes() if packed.is_file() else gzip.compress(asset(name), mtime=0)


@cache
def asset(name: str) -> bytes:
    """Return a file of ``assets/``, unpacked. Raises FileNotFoundError."""
    folder = _FOLDER / "assets"
    packed = folder / f"{name}.gz"
    return (
        gzip.decompress(packed.read_bytes()) if packed.is_file() else (folder / name).read_bytes()
    )
