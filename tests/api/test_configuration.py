"""What stops the start: a document that cannot be held, or does not fit the routes."""

from __future__ import annotations

from typing import Any

import pytest

from consent_app.openapi.compiled_operations import compile_operations
from consent_app.openapi.document import Document, DocumentError
from tests.support.small_service.documents import compile_one, query


@pytest.mark.parametrize(
    "operation",
    [
        query({"type": "object"}),
        query({"type": "array", "items": {"type": "array"}}),
        query({"type": ["string", "integer"]}),
        query({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        query({"type": "null"}),
        query(None),
        query({"type": "string"}, style="deepObject"),
        query({"$ref": "#/components/schemas/Missing"}),
        query({"$ref": "#/components/schemas/Self"}),
        query({"$ref": "other.yaml"}),
        {"parameters": [{"name": "a", "in": "cookie", "schema": {"type": "string"}}]},
        {"requestBody": {"content": {"text/plain": {"schema": {}}}}},
        {"requestBody": {"content": {"application/json": {"schema": {"type": "nonsense"}}}}},
    ],
)
def test_an_unmet_promise_stops_the_start(operation: dict[str, Any]) -> None:
    with pytest.raises(DocumentError, match="POST /one"):
        compile_one(operation, "post")


def test_a_path_without_a_route_stops_the_start() -> None:
    with pytest.raises(DocumentError, match="x-pyramid-route-name"):
        compile_operations(Document({"paths": {"/one": {"get": {"responses": {}}}}}))
