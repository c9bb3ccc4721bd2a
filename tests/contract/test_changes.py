"""Breaking changes are found and named; compatible ones are not."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools.changes import breaking, last_release, release

Spec = dict[str, Any]


def spec() -> Spec:
    """A document of one operation."""
    item = {
        "type": "object",
        "additionalProperties": False,
        "required": ["id"],
        "properties": {"id": {"type": "string"}, "kind": {"type": "string", "enum": ["a", "b"]}},
    }
    expected = {
        "type": "object",
        "additionalProperties": False,
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "maxLength": 80},
            "kind": {"type": ["string", "null"]},
            "size": {"type": "string", "enum": ["s", "xl"]},
        },
    }
    operation = {
        "operationId": "makeThing",
        "security": [{"apiKey": []}],
        "parameters": [{"in": "query", "name": "q", "schema": {"type": "string"}}],
        "requestBody": {"content": {"application/json": {"schema": expected}}},
        "responses": {
            "201": {"headers": {"ETag": {}}, "content": {"application/json": {"schema": item}}},
            "404": {},
        },
    }
    return {"paths": {"/things": {"post": operation}}}


def at(document: Spec, *path: str) -> Any:
    node: Any = document["paths"]["/things"]["post"]
    for part in path:
        node = node[part]
    return node


SENT = ("requestBody", "content", "application/json", "schema")
RECEIVED = ("responses", "201", "content", "application/json", "schema")
BREAKING: dict[str, Callable[[Spec], Any]] = {
    "the operation was removed": lambda s: s["paths"]["/things"].pop("post"),
    "its operationId": lambda s: at(s).update(operationId="createThing"),
    "no longer accepts apiKey": lambda s: at(s).update(security=[{"accessToken": []}]),
    "query parameter q: it was removed": lambda s: at(s)["parameters"].clear(),
    "query parameter n is now required": lambda s: at(s)["parameters"].append(
        {"in": "query", "name": "n", "required": True, "schema": {}}
    ),
    "a body is now required": lambda s: at(s, "requestBody").update(required=True),
    "kind is now required": lambda s: at(s, *SENT)["required"].append("kind"),
    "name: maxLength is now 40": lambda s: at(s, *SENT, "properties", "name").update(maxLength=40),
    "name: pattern": lambda s: at(s, *SENT, "properties", "name").update(pattern="^a"),
    "no longer be null": lambda s: at(s, *SENT, "properties", "kind").update(type="string"),
    "only accepts certain values": lambda s: at(s, *SENT, "properties", "name").update(enum=["x"]),
    "size: it no longer accepts xl": lambda s: at(s, *SENT, "properties").update(
        size={"type": "string", "maxLength": 1}
    ),
    "body: kind was removed": lambda s: at(s, *SENT, "properties").pop("kind"),
    "no longer answers 201": lambda s: at(s, "responses").pop("201"),
    "header ETag was removed": lambda s: at(s, "responses", "201")["headers"].clear(),
    "id may now be missing": lambda s: at(s, *RECEIVED)["required"].clear(),
    "id was removed": lambda s: at(s, *RECEIVED, "properties").pop("id"),
    "may now be null": lambda s: at(s, *RECEIVED, "properties", "id").update(
        type=["string", "null"]
    ),
}
HARMLESS: dict[str, Callable[[Spec], Any]] = {
    "another operation": lambda s: s["paths"].update({"/more": {"get": {"operationId": "more"}}}),
    "an optional field": lambda s: at(s, *SENT, "properties").update(colour={"type": "string"}),
    "a wider limit": lambda s: at(s, *SENT, "properties", "name").update(maxLength=200),
    "an opened list of values": lambda s: at(s, *SENT, "properties").update(
        size={"type": "string", "minLength": 1, "maxLength": 4, "pattern": "^[a-z]+$"}
    ),
    "an optional parameter": lambda s: at(s)["parameters"].append(
        {"in": "query", "name": "n", "schema": {"type": "string"}}
    ),
    "one more member": lambda s: at(s, *RECEIVED, "properties").update(more={"type": "string"}),
    "one more value": lambda s: at(s, *RECEIVED, "properties", "kind")["enum"].append("c"),
    "one refusal less": lambda s: at(s, "responses").pop("404"),
    "one more credential": lambda s: at(s)["security"].append({"accessToken": []}),
}


@pytest.mark.parametrize("sentence", BREAKING)
def test_what_breaks_is_named(sentence: str) -> None:
    after = copy.deepcopy(spec())
    BREAKING[sentence](after)
    result = breaking(spec(), after)
    assert len(result) == 1, result
    assert sentence in result[0]
    assert "POST /things" in result[0]


@pytest.mark.parametrize("change", HARMLESS)
def test_compatible_changes_pass(change: str) -> None:
    after = copy.deepcopy(spec())
    HARMLESS[change](after)
    assert breaking(spec(), after) == []


def test_the_newest_release_counts(tmp_path: Path) -> None:
    for version in ("0.9.0", "0.10.0", "0.2.11"):
        (tmp_path / f"openapi-{version}.yaml").touch()
    assert last_release(tmp_path).name == "openapi-0.10.0.yaml"
    with pytest.raises(FileNotFoundError):
        last_release(tmp_path / "none")


def test_a_release_stores_the_document_and_starts_without_accepted_changes(
    project: Path, tmp_path: Path
) -> None:
    (tmp_path / "accepted.txt").write_text("# Why\nGET /v1/x: the operation was removed\n")
    stored = release(tmp_path)
    assert stored == last_release(tmp_path)
    assert stored.read_bytes() == (project / "openapi.yaml").read_bytes()
    assert (tmp_path / "accepted.txt").read_text() == "# Why\n"
