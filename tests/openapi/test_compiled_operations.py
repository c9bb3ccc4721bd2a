"""Parameters and bodies as the document declares them, compiled."""

from __future__ import annotations

from typing import Any

import pytest

from consent_app.openapi.compiled_operations import cast_text
from tests.support.small_service.documents import compile_one, query


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


def test_arrays_are_repeated_or_separated_by_commas() -> None:
    schema = {"type": "array", "items": {"type": "integer"}}
    assert compile_one(query(schema)).query[0].cast(["1", "x"]) == [1, "x"]
    assert compile_one(query(schema, explode=False)).query[0].cast(["1,2"]) == [1, 2]
