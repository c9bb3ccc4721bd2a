"""Reading openapi.yaml without parsing and validating it again at every start.

Parsing and validating it takes more than a second. ``make operations`` has validated the document
that ships and has written it, as JSON with the digest of its source, next to the operations. Any
other document is parsed and validated here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import orjson

COMPILED = "openapi.json"


def digest(document: bytes) -> str:
    """Return the SHA-256 of a document, as hexadecimal digits."""
    return hashlib.sha256(document).hexdigest()


def compiled_document(document: bytes, spec: Mapping[str, Any]) -> bytes:
    """Return the content of COMPILED for a validated document, for ``make operations``.

    Raises ValueError for anything that JSON cannot represent, such as a key that is not a string.
    """
    compiled = orjson.dumps(
        {"sha256": digest(document), "document": spec}, option=orjson.OPT_INDENT_2
    )
    if orjson.loads(compiled)["document"] != spec:
        raise ValueError("openapi.yaml has a value that JSON cannot represent")
    return compiled


def _validated_before(document: bytes) -> Mapping[str, Any] | None:
    """Return the content of this very document, if ``make operations`` has validated it."""
    compiled = resources.files("consent_app.operations") / COMPILED
    if not compiled.is_file():
        return None
    content = orjson.loads(compiled.read_bytes())
    spec: Mapping[str, Any] = content["document"]
    return spec if content["sha256"] == digest(document) else None


@lru_cache(maxsize=2)
def read_document(path: Path, document: bytes) -> Mapping[str, Any]:
    """Return the content of the file at ``path``, validated.

    It is loaded once per process; no application changes it. Raises OpenAPIValidationError.
    """
    spec = _validated_before(document)
    if spec is None:
        # Imported here: production uses no other document.
        from openapi_spec_validator import validate
        from openapi_spec_validator.readers import read_from_filename

        spec, _ = read_from_filename(str(path))
        validate(spec)
    return spec
