"""Reading openapi.yaml without parsing and checking it again at every start, and serving it.

To parse and to validate it takes more than a second. ``make operations`` has validated the one that
ships, and has written it beside the operations as JSON with the digest of the document that it was
made from; any other document is read and validated here.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import orjson
from pyramid.config import Configurator
from pyramid.request import Request
from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED

ROUTE_NAME = "openapi"
COMPILED = "openapi.json"


def digest(document: bytes) -> str:
    """Return the SHA-256 of a document, as hexadecimal digits."""
    return hashlib.sha256(document).hexdigest()


def compiled_document(document: bytes, spec: Mapping[str, Any]) -> bytes:
    """Return what ``make operations`` writes as COMPILED of a document that it has validated.

    Raises ValueError for what JSON cannot say, such as a key that is no string.
    """
    compiled = orjson.dumps(
        {"sha256": digest(document), "document": spec}, option=orjson.OPT_INDENT_2
    )
    if orjson.loads(compiled)["document"] != spec:
        raise ValueError("openapi.yaml says something that is not the same as JSON")
    return compiled


def _validated_before(document: bytes) -> Mapping[str, Any] | None:
    """Return what this very document says, where ``make operations`` has validated it."""
    compiled = resources.files("consent_app.operations") / COMPILED
    if not compiled.is_file():
        return None
    content = orjson.loads(compiled.read_bytes())
    spec: Mapping[str, Any] = content["document"]
    return spec if content["sha256"] == digest(document) else None


@lru_cache(maxsize=2)
def read_document(path: Path, document: bytes) -> Mapping[str, Any]:
    """Return what the bytes of the file at ``path`` say, validated.

    Once for every application that one process makes; none of them changes it. Raises
    OpenAPIValidationError.
    """
    spec = _validated_before(document)
    if spec is None:
        # Imported here: in production there is no other document.
        from openapi_spec_validator import validate
        from openapi_spec_validator.readers import read_from_filename

        spec, _ = read_from_filename(str(path))
        validate(spec)
    return spec


def add_specification(config: Configurator, path: Path, *, route: str) -> Mapping[str, Any]:
    """Serve the document at ``path`` at ``route``, and return what it says.

    Raises OpenAPIValidationError for a document that is not valid.
    """
    plain = path.read_bytes()
    config.add_route(ROUTE_NAME, route)
    config.add_view(_document_view(plain), route_name=ROUTE_NAME, permission=NO_PERMISSION_REQUIRED)
    return read_document(path, plain)


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
