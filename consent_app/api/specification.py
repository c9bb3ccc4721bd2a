"""Serving openapi.yaml, compressed to clients that accept it."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pyramid.config import Configurator
from pyramid.request import Request
from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED

from consent_app.http.compression import accepts_gzip
from consent_app.openapi.document_file import digest, read_document

ROUTE_NAME = "openapi"


def add_specification(config: Configurator, path: Path, *, route: str) -> Mapping[str, Any]:
    """Serve the document at ``path`` at ``route``, and return its content.

    Raises OpenAPIValidationError for a document that is not valid.
    """
    plain = path.read_bytes()
    config.add_route(ROUTE_NAME, route)
    config.add_view(_document_view(plain), route_name=ROUTE_NAME, permission=NO_PERMISSION_REQUIRED)
    return read_document(path, plain)


def _document_view(plain: bytes) -> Callable[[Request], Response]:
    """Return the view that serves a document, compressed for clients that accept it."""
    packed = cache(lambda: gzip.compress(plain, mtime=0))
    tag = digest(plain)[:32]

    def specification_view(request: Request) -> Response:
        wants_packed = accepts_gzip(request)
        response = Response(
            packed() if wants_packed else plain,
            content_type="text/yaml",
            charset="utf-8",
            vary="Accept-Encoding",
            conditional_response=True,
        )
        response.etag = f"{tag}-gzip" if wants_packed else tag
        if wants_packed:
            response.headers["Content-Encoding"] = "gzip"
        return response

    return specification_view
