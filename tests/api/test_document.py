"""What the compiler understands of a document, and what it refuses at start."""

from __future__ import annotations

from typing import Any

import pytest

from consent_app.api.compiled import cast_text, compile_operations
from consent_app.api.document import Document, DocumentError
from consent_app.api.transactions import path_pattern


def compile_one(operation: dict[str, Any], method: str = "get", **item: Any) -> Any:
    item = {"x-pyramid-route-name": "one", method: {"responses": {}} | operation} | item
    components = {"schemas": {"Self": {"$ref": "#/components/schemas/Self"}}}
    document = Document({"paths": {"/one": item}, "components": components})
    return compile_operations(document)["one", method.upper()]


def query(schema: Any, **more: Any) -> dict[str, Any]:
    return {"parameters": [{"name": "a", "in": "query", "schema": schema} | more]}


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
def test_what_cannot_be_held_stops_the_start(operation: dict[str, Any]) -> None:
    with pytest.raises(DocumentError, match="POST /one"):
        compile_one(operation, "post")


def test_a_path_without_a_route_stops_the_start() -> None:
    with pytest.raises(DocumentError, match="x-pyramid-route-name"):
        compile_operations(Document({"paths": {"/one": {"get": {"responses": {}}}}}))


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "integer"}, "integer"),
        ({"type": ["integer", "null"]}, "integer"),
        ({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, "boolean"),
        ({"enum": ["a"]}, "string"),
        ({}, "string"),
    ],
)
def test_the_type_of_a_parameter_is_found(schema: Any, kind: str) -> None:
    assert compile_one(query(schema)).query[0].kind == kind


def test_an_operations_own_parameter_wins() -> None:
    shared = {"name": "a", "in": "query", "schema": {"type": "string"}}
    operation = compile_one(query({"type": "integer"}), parameters=[shared])
    assert [parameter.kind for parameter in operation.query] == ["integer"]


def test_headers_that_openapi_leaves_to_http_are_no_parameters() -> None:
    headers = [
        {"name": name, "in": "header", "required": True, "schema": {"type": "string"}}
        for name in ("Accept", "Content-Type", "Authorization", "X-Key")
    ]
    assert [header.name for header in compile_one({"parameters": headers}).header] == ["X-Key"]


def test_an_answer_is_found_by_status_range_or_default() -> None:
    answers = {"200": {}, "4XX": {"content": {"a/b": {}}}, "default": {"content": {"c/d": {}}}}
    operation = compile_one({"responses": answers})
    assert operation.success_status == 200
    assert list(operation.answer(200).media) == []
    assert list(operation.answer(404).media) == ["a/b"]
    assert list(operation.answer(500).media) == ["c/d"]
    assert compile_one({"responses": {"200": {}, "201": {}}}).success_status is None
    assert compile_one({"responses": {"200": {}}}).answer(404) is None


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("-12", "integer", -12),
        ("007", "integer", 7),
        ("9" * 19, "integer", "9" * 19),
        ("\u0661", "integer", "\u0661"),
        ("1.50", "number", 1.5),
        ("12", "number", 12),
        ("1e2", "number", 100.0),
        (".5", "number", ".5"),
        ("1e999", "number", "1e999"),
        ("false", "boolean", False),
        ("0", "boolean", "0"),
        ("12", "string", "12"),
    ],
)
def test_a_text_becomes_a_value_or_stays_a_text(text: str, kind: str, expected: Any) -> None:
    assert cast_text(text, kind) == expected
    assert type(cast_text(text, kind)) is type(expected)


def test_arrays_are_sent_repeated_or_parted_by_commas() -> None:
    schema = {"type": "array", "items": {"type": "integer"}}
    assert compile_one(query(schema)).query[0].cast(["1", "x"]) == [1, "x"]
    assert compile_one(query(schema, explode=False)).query[0].cast(["1,2"]) == [1, 2]


def test_the_paths_outside_of_transactions_are_matched_whole() -> None:
    pattern = path_pattern(["/v1/a/{id}/b", "/v1/c.js"])
    assert pattern is not None
    for path, matches in {
        "/v1/a/1/b": True,
        "/v1/a/1/2/b": False,
        "/v1/a/1/b/": False,
        "/v1/c.js": True,
        "/v1/cxjs": False,
    }.items():
        assert bool(pattern.fullmatch(path)) is matches, path
    assert path_pattern([]) is None
