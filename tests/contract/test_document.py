"""What openapi.yaml says of every operation: the errors, the examples, and closed schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from consent_app.openapi.compiled_operations import compile_operations
from consent_app.openapi.document import Document
from consent_app.openapi.schemas import Compiler, field_errors

PROBLEM = "application/problem+json"
KNOWN_EXTENSIONS = {
    "x-pyramid-route-name": None,
    "x-cors": {"site", "visitor", "any", "none"},
    "x-cors-refusals": {"any"},
    "x-unknown-query": {"ignore"},
    "x-transaction": {"none"},
}


def operations_of(document: Document) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Give a name, the path item and the operation, for every operation."""
    for pattern, method, item, operation in document.operations():
        yield f"{method.upper()} {pattern}", item, operation


def schemas(node: Any, place: str = "#") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Give every object of the document that is, or may be, a schema, with its place."""
    if isinstance(node, Mapping):
        yield place, node
        for key, child in node.items():
            # Values that a client may send or receive are data and may have any form.
            if key not in ("example", "examples", "default", "const", "enum"):
                yield from schemas(child, f"{place}/{key}")
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from schemas(child, f"{place}/{index}")


def content_of(document: Document) -> Iterator[tuple[str, Mapping[str, Any], bool]]:
    """Give every body and answer: its place, its media type object, and whether it is a request."""
    for name, _, operation in operations_of(document):
        if "requestBody" in operation:
            for media, content in document.resolve(operation["requestBody"])["content"].items():
                yield f"{name} body {media}", content, True
        for status, answer in operation["responses"].items():
            for media, content in document.resolve(answer).get("content", {}).items():
                yield f"{name} {status} {media}", content, False


def missing_errors(document: Document) -> Iterator[str]:
    """Give what an operation can answer and does not declare."""
    for name, item, operation in operations_of(document):
        declared = set(operation["responses"])
        parameters = document.parameters(item, operation)
        security = operation.get("security", document.spec.get("security", []))
        schemes = {scheme for requirement in security for scheme in requirement}
        ignores = item.get("x-unknown-query") == "ignore"
        needed = {
            "400": not ignores or bool(parameters) or "requestBody" in operation,
            # What may come without a credential is not refused for a bad one.
            "401": bool(schemes) and {} not in security,
            # A role or a scope may be missing, or the workspace be suspended; one's own account
            # (with either token) asks for none of that.
            "403": bool(schemes & {"accessToken", "apiKey"}) and "accountToken" not in schemes,
            # A proof token names the one thing it is for: 401 says that it is not there.
            "404": any(p["in"] == "path" for p in parameters) and schemes != {"proofToken"},
            "413": "requestBody" in operation,
            "415": "requestBody" in operation,
            "429": (
                (item.get("x-cors") == "visitor" and name.startswith("POST"))
                or bool(operation.get("x-rate-limits"))
            ),
            "503": item.get("x-transaction") != "none",
        }
        yield from (
            f"{name} {status}"
            for status, is_needed in needed.items()
            if is_needed and status not in declared
        )


def test_the_whole_document_compiles(document: Document) -> None:
    assert len(compile_operations(document)) == len(list(document.operations()))


def test_every_operation_is_named_described_and_grouped(document: Document) -> None:
    tags = {tag["name"] for tag in document.spec["tags"]}
    ids = [operation["operationId"] for _, _, operation in operations_of(document)]
    assert len(ids) == len(set(ids))
    for name, _, operation in operations_of(document):
        assert re.fullmatch(r"[a-z][A-Za-z0-9]+", operation["operationId"]), name
        assert operation["tags"], name
        assert set(operation["tags"]) <= tags, f"{name}: add its tag to tags and to x-tagGroups"
        assert operation["summary"], name
        # What, when, and what to do about its errors: more than the summary again.
        assert len(operation["description"]) > 60, name


def test_every_path_names_its_route_and_its_readers(document: Document) -> None:
    names = []
    for pattern, item in document.paths():
        assert pattern.startswith(("/v1/", "/.well-known/")), pattern
        names.append(item["x-pyramid-route-name"])
        assert "x-cors" in item, f"{pattern}: name its readers with x-cors"
        for key, value in item.items():
            if key.startswith("x-"):
                assert key in KNOWN_EXTENSIONS, (pattern, key)
                allowed = KNOWN_EXTENSIONS[key]
                assert allowed is None or value in allowed, (pattern, key)
    assert len(names) == len(set(names))


def test_the_first_server_is_this_one(document: Document) -> None:
    assert document.spec["servers"][0]["url"] == "/"
    assert not any("variables" in server for server in document.spec["servers"])


def test_every_operation_declares_each_error_it_can_answer(document: Document) -> None:
    advice = "declare these responses, from components: responses of openapi.yaml"
    assert list(missing_errors(document)) == [], advice


def test_an_error_that_is_not_declared_is_found() -> None:
    operation = {"responses": {"200": {}}, "security": [{"accessToken": []}], "requestBody": {}}
    path = {"parameters": [{"in": "path", "name": "id"}], "post": operation, "x-cors": "visitor"}
    result = list(missing_errors(Document({"paths": {"/x/{id}": path}})))
    assert [text.rpartition(" ")[2] for text in result] == [
        "400",
        "401",
        "403",
        "404",
        "413",
        "415",
        "429",
        "503",
    ]


def test_every_error_is_a_problem(document: Document) -> None:
    for name, _, operation in operations_of(document):
        for status, entry in operation["responses"].items():
            answer = document.resolve(entry)
            assert answer["description"], (name, status)
            if int(status) >= 400:
                assert list(answer["content"]) == [PROBLEM], (name, status)
                assert "500" not in operation["responses"], name


def test_every_401_says_how_to_authenticate(document: Document) -> None:
    for name, _, operation in operations_of(document):
        if "401" in operation["responses"]:
            answer = document.resolve(operation["responses"]["401"])
            assert "WWW-Authenticate" in answer.get("headers", {}), name


def test_every_body_answer_and_parameter_has_examples_that_are_valid(document: Document) -> None:
    compiler = Compiler(document)
    for place, content, is_request in content_of(document):
        examples = [document.resolve(e)["value"] for e in content.get("examples", {}).values()]
        examples += [content["example"]] if "example" in content else []
        assert examples, f"{place} has no example"
        validator = compiler.validator(content["schema"], request=is_request)
        for example in examples:
            assert field_errors(validator, example) == [], place
    for name, item, operation in operations_of(document):
        for parameter in document.parameters(item, operation):
            assert "example" in parameter, (name, parameter["name"])
            validator = compiler.validator(parameter["schema"], request=True)
            assert field_errors(validator, parameter["example"]) == [], (name, parameter["name"])


def test_every_object_is_closed(document: Document) -> None:
    for place, schema in schemas(document.spec["components"]["schemas"]):
        # A schema without a type is a condition (if, then) on one that has it.
        if schema.get("type") == "object":
            assert schema.get("additionalProperties") is False, place


def test_schemas_make_good_clients(document: Document) -> None:
    for place, schema in schemas(document.spec):
        assert "nullable" not in schema or place.endswith("/properties"), place
        enum = schema.get("enum")
        if isinstance(enum, list):
            assert None not in enum, f"{place}: say anyOf with $ref and null"
            assert not any(isinstance(value, bool) for value in enum), place
            assert isinstance(schema.get("type"), str), place
        assert not isinstance(schema.get("const"), bool), place


def test_instants_are_written_as_the_readers_are_promised(document: Document) -> None:
    for place, content, _ in content_of(document):
        for instant in re.findall(r"\d{4}-\d\d-\d\dT[^'\",]*", str(content.get("example", ""))):
            assert re.fullmatch(r"[-\d]{10}T[:\d]{8}\.\d{3}Z", instant), (place, instant)


@pytest.mark.parametrize("path", ["/v1/auth/register", "/v1/api/consent-events"])
def test_the_document_is_read_at_all(document: Document, path: str) -> None:
    assert path in document.spec["paths"]


def test_a_links_body_is_json_in_a_text(document: Document) -> None:
    # openapi-generator refuses a document in which this is an object.
    bodies = [
        link["requestBody"]
        for link in document.spec["components"]["links"].values()
        if "requestBody" in link
    ]
    assert bodies
    for body in bodies:
        assert all(value.startswith("$re") for value in json.loads(body).values())
