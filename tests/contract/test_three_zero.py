"""openapi.yaml as OpenAPI 3.0: each conversion, and that both documents take the same values."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from openapi_schema_validator import OAS30Validator
from openapi_spec_validator import OpenAPIV30SpecValidator

from consent_app.openapi.document import Document
from consent_app.openapi.schemas import Compiler
from tools import three_zero
from tools.clients import DOCUMENT, THREE_ZERO
from tools.three_zero import NULL, NoCounterpartError, derived, schema

REF = {"$ref": "#/components/schemas/Region"}
CASES: dict[str, tuple[Any, Any]] = {
    "nullable": (
        {"type": ["string", "null"], "format": "uuid"},
        {"type": "string", "nullable": True, "format": "uuid"},
    ),
    "one type in a list": ({"type": ["string"]}, {"type": "string"}),
    "several types": (
        {"type": ["string", "integer", "null"]},
        {"anyOf": [{"type": "string", "nullable": True}, {"type": "integer", "nullable": True}]},
    ),
    "null alone": ({"type": "null"}, dict(NULL)),
    "a reference or null": (
        {"description": "Where.", "anyOf": [REF, {"type": "null"}]},
        {"description": "Where.", "anyOf": [REF, dict(NULL)]},
    ),
    "one of or null": ({"oneOf": [REF, {"type": ["null"]}]}, {"oneOf": [REF, dict(NULL)]}),
    "a constant": ({"type": "string", "const": "a"}, {"type": "string", "enum": ["a"]}),
    "examples": ({"type": "string", "examples": ["a", "b"]}, {"type": "string", "example": "a"}),
    "no examples": ({"type": "string", "examples": []}, {"type": "string"}),
    "an example before examples": ({"example": 0, "examples": [1]}, {"example": 0}),
    "above": ({"exclusiveMinimum": 0}, {"minimum": 0, "exclusiveMinimum": True}),
    "below": ({"exclusiveMaximum": 9}, {"maximum": 9, "exclusiveMaximum": True}),
    "above and at least, the former narrower": (
        {"minimum": 1, "exclusiveMinimum": 3},
        {"minimum": 3, "exclusiveMinimum": True},
    ),
    "above and at least, the latter narrower": (
        {"exclusiveMinimum": 1, "minimum": 3},
        {"minimum": 3},
    ),
    "below and at most, the latter narrower": (
        {"exclusiveMaximum": 9, "maximum": 5},
        {"maximum": 5},
    ),
    "above and at least the same": (
        {"exclusiveMinimum": 1, "minimum": 1},
        {"minimum": 1, "exclusiveMinimum": True},
    ),
    "a reference alone": (REF, REF),
    "beside a reference": (
        {**REF, "description": "Where."},
        {"description": "Where.", "allOf": [REF]},
    ),
    "allOf beside a reference": (
        {**REF, "allOf": [{"const": "EU"}]},
        {"allOf": [REF, {"enum": ["EU"]}]},
    ),
    "annotations": (
        {"type": "string", "contentEncoding": "base64", "contentMediaType": "a/b", "$comment": "c"},
        {"type": "string"},
    ),
    "conditions": ({"type": "object", "if": {}, "then": False, "else": {}}, {"type": "object"}),
    "extensions": ({"x-more": {"const": 1}}, {"x-more": {"const": 1}}),
    "booleans for schemas": (
        {"properties": {"const": True, "examples": False}, "not": False},
        {"properties": {"const": {}, "examples": {"not": {}}}, "not": {"not": {}}},
    ),
    "within": (
        {
            "type": "object",
            "properties": {"type": {"type": "array", "items": {"const": 1}}},
            "additionalProperties": {"const": 2},
            "not": {"const": 3},
        },
        {
            "type": "object",
            "properties": {"type": {"type": "array", "items": {"enum": [1]}}},
            "additionalProperties": {"enum": [2]},
            "not": {"enum": [3]},
        },
    ),
    "closed": ({"additionalProperties": False}, {"additionalProperties": False}),
    "a list of anything": ({"type": "array"}, {"type": "array", "items": {}}),
    "data that looks like a schema": (
        {"default": {"const": 1}, "example": {"type": ["a"]}, "enum": [{"const": 1}]},
        {"default": {"const": 1}, "example": {"type": ["a"]}, "enum": [{"const": 1}]},
    ),
}


@pytest.fixture(scope="module")
def old(document: Document) -> Document:
    return Document(derived(document.spec))


@pytest.mark.parametrize("name", CASES)
def test_a_schema_is_converted_without_being_changed(name: str) -> None:
    value, expected = CASES[name]
    before = copy.deepcopy(value)
    assert schema(value) == expected
    assert value == before


@pytest.mark.parametrize("keyword", ["prefixItems", "patternProperties", "dependentRequired"])
def test_what_has_no_counterpart_is_not_lost_unnoticed(keyword: str) -> None:
    with pytest.raises(NoCounterpartError, match=keyword):
        schema({keyword: {}})


@pytest.mark.parametrize(
    "members", [{"webhooks": {"a": {}}}, {"components": {"pathItems": {"a": {}}}}]
)
def test_webhooks_and_path_items_are_not_in_it(members: dict[str, Any]) -> None:
    with pytest.raises(NoCounterpartError, match="webhooks and pathItems"):
        derived({"openapi": "3.1.0", "info": {}, "paths": {}} | members)


def test_whatever_holds_a_schema_is_converted() -> None:
    one = {"schema": {"const": 1}}
    media = {"content": {"a/b": {**one, "encoding": {"a": {"headers": {"A": one}}}}}}
    operation = {
        "parameters": [one, media],
        "requestBody": media,
        "responses": {"200": media | {"headers": {"A": one}}, "x-more": one},
    }
    callbacks = {"a": {"/": {"get": operation}}}
    path = {"parameters": [one], "post": operation | {"callbacks": callbacks}}
    parts = {
        "schemas": {"A": {"const": 1}},
        "responses": {"A": media, "B": {"$ref": "#/b", "description": "Not told in 3.0."}},
        "parameters": {"A": one},
        "headers": {"A": one},
        "requestBodies": {"A": media},
    }
    converted = derived({"openapi": "3.1.0", "paths": {"/a": path}, "components": parts})
    text = json.dumps(converted)
    assert converted["openapi"] == "3.0.4"
    # Only the extension's member remains.
    assert text.count('"const": 1') == 2
    assert (
        json.dumps(converted).count('"enum": [1]')
        == json.dumps([path, parts]).count('"const": 1') - 2
    )
    assert converted["components"]["responses"]["B"] == {"$ref": "#/b"}


def test_the_head_says_what_3_0_can() -> None:
    info = {"title": "A", "summary": "Short.", "license": {"name": "B", "identifier": "MIT"}}
    converted = derived(
        {"openapi": "3.1.0", "info": info, "jsonSchemaDialect": "https://a.example"}
    )
    licence = {"name": "B", "url": "https://spdx.org/licenses/MIT.html"}
    assert converted == {
        "openapi": "3.0.4",
        "info": {"title": "A", "description": "Short.", "license": licence},
        "paths": {},
    }


def body(schema: Any, **members: Any) -> dict[str, Any]:
    media = {"schema": schema, **members}
    return {"/": {"put": {"requestBody": {"content": {"application/json": media}}}}}


def test_a_bodys_example_becomes_its_schemas() -> None:
    parts = {
        "schemas": {"A": {"type": "object"}, "B": {"type": "string"}},
        "examples": {"a": {"value": {"a": 1}}, "far": {"externalValue": "https://a.example"}},
    }
    references = {"a": {"$ref": "#/components/examples/a"}}
    far = {"a": {"$ref": "#/components/examples/far"}}
    a, b = ({"$ref": f"#/components/schemas/{name}"} for name in "AB")
    for paths, in_schema, in_media in (
        (body(a, example={"a": 1}), {"a": 1}, {"schema"}),
        (body(a, examples=references), {"a": 1}, {"schema"}),
        (body(a, examples=far), None, {"schema", "examples"}),
        (body(a), None, {"schema"}),
        (body(b, example="c"), None, {"schema", "example"}),
    ):
        converted = derived({"paths": paths, "components": parts})
        assert converted["components"]["schemas"]["A"].get("example") == in_schema
        media = converted["paths"]["/"]["put"]["requestBody"]["content"]["application/json"]
        assert set(media) == in_media
        # Nothing else refers to what has moved; what was never referred to stays.
        moved = {"a"} if media == {"schema": a} and "examples" in str(paths) else set()
        assert set(converted["components"]["examples"]) == {"a", "far"} - moved
    for type_name in ("object", "array"):
        inline = derived({"paths": body({"type": type_name, "example": 1}, example=2)})
        assert '"example": 1' in json.dumps(inline)
        assert '"example": 2' not in json.dumps(inline)


def test_items_of_a_list_that_is_a_component_are_one_too() -> None:
    parts = {"A": {"type": "array", "items": {"type": "string"}}}
    assert derived({"components": {"schemas": parts}})["components"]["schemas"] == {
        "A": {"type": "array", "items": {"$ref": "#/components/schemas/AItem"}},
        "AItem": {"type": "string"},
    }
    with pytest.raises(NoCounterpartError, match="AItem"):
        derived({"components": {"schemas": parts | {"AItem": {"type": "string"}}}})


def test_it_is_valid_openapi_3_0(old: Document) -> None:
    assert list(OpenAPIV30SpecValidator(dict(old.spec)).iter_errors()) == []


def test_the_written_one_is_derived_of_todays(old: Document, tmp_path: Path) -> None:
    text = three_zero.text(DOCUMENT)
    is_current = THREE_ZERO.read_text(encoding="utf-8") == text
    assert is_current, "run `make clients` and commit clients/openapi-3.0.yaml"
    assert yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)) == old.spec
    assert text.startswith("# Derived from openapi.yaml by `make clients`; not edited by hand.\n")


def examples(document: Document) -> Iterator[tuple[Any, Any]]:
    """Give each schema with an example of the document, bodies', answers' and parameters'."""
    for _, _, item, operation in document.operations():
        holders = [document.resolve(operation.get("requestBody", {}))]
        holders += [document.resolve(response) for response in operation["responses"].values()]
        for media in (m for holder in holders for m in holder.get("content", {}).values()):
            if "example" in media:
                yield media["schema"], media["example"]
            for example in media.get("examples", {}).values():
                yield media["schema"], document.resolve(example)["value"]
        for parameter in document.parameters(item, operation):
            yield parameter["schema"], parameter["example"]


def variants(value: Any) -> Iterator[Any]:
    """Give ``value`` with one part of it null, missing or too many, for each part."""
    yield None
    if isinstance(value, Mapping):
        yield {**value, "notInTheContract": 1}
        for key, part in value.items():
            yield {name: item for name, item in value.items() if name != key}
            yield from ({**value, key: variant} for variant in variants(part))
    elif isinstance(value, list) and value:
        yield [*value, value[0]]
        # The other members belong to the same schema.
        yield from ([variant, *value[1:]] for variant in variants(value[0]))


def old_validator(old: Document, value: Any) -> Any:
    return OAS30Validator({"allOf": [value], "components": old.spec["components"]})


def test_every_example_and_its_variants_get_the_same_verdict(
    document: Document, old: Document
) -> None:
    compiler = Compiler(document)
    conditional = {
        f"#/components/schemas/{name}"
        for name, item in document.spec["components"]["schemas"].items()
        if "if" in item
    }
    names: set[str] = set()
    for value, example in examples(document):
        new = compiler.validator(value, request=False)
        before = old_validator(old, schema(value))
        assert new.is_valid(example)
        assert before.is_valid(example), (value, example)
        for variant in variants(example):
            key = json.dumps([value, variant], sort_keys=True)
            if key in names:
                continue
            names.add(key)
            valid = new.is_valid(variant)
            if valid or value.get("$ref") not in conditional:
                assert before.is_valid(variant) == valid, (value, variant)
    assert len(names) > 1000


def places(value: Any) -> Iterator[Any]:
    """Give a schema and every schema within it, unless it is a reference."""
    if not isinstance(value, Mapping) or "$ref" in value:
        return
    yield value
    for key in ("items", "not", "additionalProperties"):
        yield from places(value.get(key))
    for key in ("allOf", "anyOf", "oneOf"):
        for item in value.get(key, ()):
            yield from places(item)
    for item in value.get("properties", {}).values():
        yield from places(item)


def test_nulls_and_types_get_the_same_verdict_in_every_place_of_a_schema(
    document: Document, old: Document
) -> None:
    compiler = Compiler(document)
    nullable = 0
    for component in document.spec["components"]["schemas"].values():
        for options in places(component):
            if "if" in options:
                continue
            new = compiler.validator(options, request=False)
            before = old_validator(old, schema(options))
            for value in (None, True, 1, 1.5, [], {}):
                assert before.is_valid(value) == new.is_valid(value), (options, value)
            nullable += new.is_valid(None)
    assert nullable > 60


def test_nulls_are_allowed_exactly_where_they_were(old: Document) -> None:
    domain = old.spec["components"]["examples"]["Domain"]["value"]
    validator = old_validator(old, {"$ref": "#/components/schemas/Domain"})
    assert validator.is_valid(domain | {"region": None, "groupId": None})
    assert validator.is_valid(domain | {"region": "EU"})
    assert not validator.is_valid(domain | {"region": {}})
    assert not validator.is_valid(domain | {"hostname": None})
