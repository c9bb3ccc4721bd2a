"""Registering openapi.yaml with pyramid_openapi3, without checking it again at every start.

The library validates the document whenever an application is made, which takes most of a second.
``make operations`` has validated the one that ships, and has written its digest beside the
operations; any other document is validated here.
"""

from __future__ import annotations

import hashlib
from importlib import resources
from pathlib import Path

from jsonschema_path import SchemaPath
from openapi_spec_validator import validate
from openapi_spec_validator.readers import read_from_filename
from pyramid.config import PHASE0_CONFIG, Configurator
from pyramid.request import Request
from pyramid.response import FileResponse
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


def add_specification(config: Configurator, path: Path, *, route: str) -> None:
    """Register the document at ``path`` and serve it at ``route``.

    Does what the library's ``pyramid_openapi3_spec`` does. Raises OpenAPIValidationError for a
    document that is not valid.
    """

    def register() -> None:
        spec, _ = read_from_filename(str(path))
        if not was_validated(path.read_bytes()):
            validate(spec)

        def specification_view(request: Request) -> FileResponse:
            return FileResponse(str(path), request=request, content_type="text/yaml")

        config.add_route(ROUTE_NAME, route)
        config.add_view(
            specification_view, route_name=ROUTE_NAME, permission=NO_PERMISSION_REQUIRED
        )
        settings = config.registry.settings
        settings[LIBRARY] = _create_api_settings(
            config, str(path), ROUTE_NAME, SchemaPath.from_dict(spec)
        )
        settings.setdefault("pyramid_openapi3_apinames", []).append(LIBRARY)

    config.action((f"{LIBRARY}_spec",), register, order=PHASE0_CONFIG)
