"""Documents of one operation."""

from __future__ import annotations

from typing import Any

from consent_app.openapi.compiled_operations import compile_operations
from consent_app.openapi.document import Document


def compile_one(operation: dict[str, Any], method: str = "get", **item: Any) -> Any:
    item = {"x-pyramid-route-name": "one", method: {"responses": {}} | operation} | item
    components = {"schemas": {"Self": {"$ref": "#/components/schemas/Self"}}}
    document = Document({"paths": {"/one": item}, "components": components})
    return compile_operations(document)["one", method.upper()]


def query(schema: Any, **keywords: Any) -> dict[str, Any]:
    return {"parameters": [{"name": "a", "in": "query", "schema": schema} | keywords]}
