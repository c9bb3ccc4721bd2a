"""Registering openapi.yaml with pyramid_openapi3, without checking it again at every start.

The library validates the document whenever an application is made, which takes most of a second.
``make operations`` has validated the one that ships, and has written its digest beside the
operations; any other document is validated here.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from jsonschema_path import SchemaPath
from openapi_spec_validator import validate
from openapi_spec_validator.readers import read_from_filename
from pyramid.config import PHASE0_CONFIG, Configurator
from pyramid.request import Request
from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED
from pyramid_openapi3 import _create_api_settings

LIBRARY = "pyramid_openapi3"
ROUTE_NAME = "pyramid_openapi3.spec"
STAMP = "openapi.yaml.sha256"


def digest(document: bytes) -> str:
    """Return the SHA-256 of a document, as hexadecimal digits."""
    return hashlib.sha256(document).hexdigest()


def was_validated(document: bytes) -> bool:
    """Whether ``make operations`` has validated this very document."""
    stamp = resources.files("consent_app.operations") / STAMP
    return stamp.is_file() and stamp.read_text(encoding="ascii").strip() == digest(document)


@lru_cache(maxsize=2)
def read_document(path: Path, document: bytes) -> Mapping[str, Any]:
    """Return what the bytes of the file at ``path`` say, validated.

    Once for every application that one process makes; none of them changes it. Raises
    OpenAPIValidationError.
    """
    spec, _ = read_from_filename(str(path))
    if not was_validated(document):
        validate(spec)
    return spec


def add_specification(config: Configurator, path: Path, *, route: str) -> None:
    """Register the document at ``path`` and serve it at ``route``.

    Does what the library's ``pyramid_openapi3_spec`` does. Raises OpenAPIValidationError for a
    document that is not valid.
    """

    def register() -> None:
        plain = path.read_bytes()
        spec = read_document(path, plain)
        view = _document_view(plain)
        config.add_route(ROUTE_NAME, route)
        config.add_view(view, route_name=ROUTE_NAME, permission=NO_PERMISSION_REQUIRED)
        settings = config.registry.settings
        settings[LIBRARY] = _create_api_settings(
            config, str(path), ROUTE_NAME, SchemaPath.from_dict(spec)
        )
        settings.setdefault("pyramid_openapi3_apinames", []).append(LIBRARY)

    config.action((f"{LIBRARY}_spec",), register, order=PHASE0_CONFIG)


def _document_view(plain: bytes) -> Callable[[Request], Response]:
    """Return the view that serves a document, packed for clients that read it packed."""
    packed = cache(lambda: gzip.compress(plain, mtime=0))
    tag = digest(plain)[:32]

    def specification_view(request: Request) -> Response:
        # Without the header any coding would do, but a client that sends none reads none.
        wants_packed = "Accept-Encoding" in request.headers and bool(
            request.accept_encoding.acceptable_offers(["gzip"])
        )
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
