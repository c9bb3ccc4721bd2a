"""A variable has the name of its thing, not a pronoun."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import consent_app

PROJECT = Path(consent_app.__file__).parent.parent
FOLDERS = ("consent_app", "tools", "benchmarks", "tests")
PRONOUNS = {"found", "each", "known", "given", "there", "told"}


def pronouns(source: str) -> Iterator[str]:
    """Yield the line and the name of each variable or parameter that is a pronoun."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if name in PRONOUNS:
                yield f"{node.lineno}: {name}"


def test_no_variable_is_named_by_a_pronoun() -> None:
    violations = [
        f"{path.relative_to(PROJECT)}:{violation}"
        for folder in FOLDERS
        for path in sorted((PROJECT / folder).rglob("*.py"))
        for violation in pronouns(path.read_text(encoding="utf-8"))
    ]
    assert violations == [], "name what it is: `receipt` instead of `found`"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("found = 1", ["1: found"]),
        ("for each in rows:\n    print(each)", ["1: each"]),
        ("def f(known, *, told=0): ...", ["1: known", "1: told"]),
        ("receipt = row.found", []),
    ],
)
def test_a_pronoun_is_reported(source: str, expected: list[str]) -> None:
    assert list(pronouns(source)) == expected
