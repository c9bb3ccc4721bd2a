"""What the compiler understands of a document, and what it refuses at start."""

from __future__ import annotations

from typing import Any

import pytest

from consent_app.http.transactions import path_pattern
from tests.support.small_service.documents import compile_one, query


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
    assert list(operation.response(200).media) == []
    assert list(operation.response(404).media) == ["a/b"]
    assert list(operation.response(500).media) == ["c/d"]
    assert compile_one({"responses": {"200": {}, "201": {}}}).success_status is None
    assert compile_one({"responses": {"200": {}}}).response(404) is None


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
