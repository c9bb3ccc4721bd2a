"""Pointers in fragment form, and words that hold no value."""

from __future__ import annotations

from typing import Any

import pytest

from consent_app.openapi.document import Document
from consent_app.openapi.pointers import pointer, rule
from consent_app.openapi.schemas import Compiler, field_errors


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ((), "#"),
        (("",), "#/"),
        (("a/b", "m~n", 0), "#/a~1b/m~0n/0"),
        (('c%d^e|g\\i"k l', "ä"), "#/c%25d%5Ee%7Cg%5Ci%22k%20l/%C3%A4"),
        (("\ud800",), "#/?"),
    ],
)
def test_pointers_are_those_of_rfc_6901(parts: tuple[str | int, ...], expected: str) -> None:
    assert pointer(*parts) == expected


SECRET = "hunter2"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "nullable": {"anyOf": [{"enum": ["a"], "type": "string"}, {"type": "null"}]},
        "either": {"oneOf": [{"minLength": 50}, {"maxLength": 2}]},
        "both": {"oneOf": [{"type": "string"}, {"minLength": 1}]},
        "not": {"not": {"const": SECRET}},
        "const": {"const": "b"},
        "unique": {"uniqueItems": True},
        "conditional": {
            "if": {"required": ["kind"]},
            "then": {"required": ["more"]},
        },
    },
    "unevaluatedProperties": False,
}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"nullable": SECRET}, {"#/nullable": "must be one of a"}),
        (
            {"either": SECRET},
            {"#/either": "must have one of the forms described in the API reference"},
        ),
        ({"both": SECRET}, {"#/both": "must have one of the forms described in the API reference"}),
        ({"not": SECRET}, {"#/not": "must have the form described in the API reference"}),
        ({"const": SECRET}, {"#/const": "must be b"}),
        ({"unique": [SECRET, SECRET]}, {"#/unique": "must not have the same item twice"}),
        ({"conditional": {"kind": SECRET}}, {"#/conditional/more": "is required"}),
        ({"other": SECRET}, {"#/other": "is unknown"}),
        ({"nullable": 5, "other": 1}, {"#/nullable": None, "#/other": None}),
    ],
)
def test_own_errors_name_the_rule(value: Any, expected: dict[str, str | None]) -> None:
    validator = Compiler(Document({"paths": {}})).validator(SCHEMA, request=True)
    results = {
        field_error.pointer: field_error.message for field_error in field_errors(validator, value)
    }
    assert results.keys() == expected.keys()
    for place, message in expected.items():
        assert message is None or results[place] == message
    assert SECRET not in str(results)


@pytest.mark.parametrize(
    ("keyword", "value", "expected"),
    [
        ("type", ["string", "null"], "must be a string or null"),
        ("format", "nonsense", "must be of the format nonsense"),
        ("enum", ["a", None, 1], "must be one of a, null, 1"),
        ("minLength", 8, "must have 8 characters or more"),
        ("minItems", 1, "must have 1 item or more"),
        ("maxProperties", 1, "must have 1 member or fewer"),
        ("maxLength", 500, "must have 500 characters or fewer"),
        ("exclusiveMinimum", 0, "must be more than 0"),
        ("exclusiveMaximum", 1, "must be less than 1"),
        ("multipleOf", 5, "must be a multiple of 5"),
        ("const", "a", "must be a"),
        ("pattern", "^[A-Za-z]{2}$", "must be two letters (a-z)"),
        ("pattern", "^no words for it$", "must have the form described in the API reference"),
        ("anyOf", [], "must have one of the forms described in the API reference"),
        ("unevaluatedProperties", False, "must have the form described in the API reference"),
        ("dependentRequired", {}, "must have the form described in the API reference"),
    ],
)
def test_every_keyword_has_words(keyword: str, value: Any, expected: str) -> None:
    assert rule(keyword, value) == expected
