"""``service.py``: what a room offers to the others, by name only; the check itself can fail."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.test_directions import ROOT

# The scanner is not part of this release (docs/architecture.md).
OF_THE_SCANNER = {"queue_scan", "record_scan", "start_scan"}

SERVICES = sorted(ROOT.glob("*/service.py"))


def room_of(path: Path) -> str:
    """Return the room of a service."""
    return path.parent.name


def definitions(source: str) -> list[str]:
    """Return what a service's source does besides importing names and listing them in ``__all__``:
    the names of its functions and classes, and its other statements.
    """
    names = []
    for node in ast.parse(source).body:
        match node:
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                pass
            case ast.ImportFrom():
                pass
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.append(name)
            case _:
                names.append(ast.unparse(node))
    return names


@pytest.mark.parametrize("path", SERVICES, ids=room_of)
def test_a_service_only_names_what_the_rooms_modules_define(path: Path) -> None:
    room = room_of(path)
    advice = f"move it to a module of {room} that is named after a noun, and import it here"
    assert definitions(path.read_text()) == [], advice


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from consent_app.notes.notes import add\n\n__all__ = ['add']", []),
        ("from consent_app.notes.schemas import note as note_schema", []),
        ("def add() -> None: ...", ["add"]),
        ("class Note: ...", ["Note"]),
        ("MAX_NOTES = 3", ["MAX_NOTES = 3"]),
        ("Notes: TypeAlias = list[str]", ["Notes: TypeAlias = list[str]"]),
        ("from consent_app.notes import notes\n\nadd = notes.add", ["add = notes.add"]),
    ],
)
def test_a_definition_in_a_service_is_found(source: str, expected: list[str]) -> None:
    assert definitions(f'"""Functions of notes."""\n\n{source}\n') == expected


@pytest.mark.parametrize("path", SERVICES, ids=room_of)
def test_a_service_offers_only_what_another_room_or_a_tool_uses(path: Path) -> None:
    room = room_of(path)
    callers = [
        text
        for caller in (*ROOT.rglob("*.py"), *ROOT.parent.glob("tools/*.py"))
        if path.parent not in caller.parents
        and re.search(
            rf"consent_app\.{room}(\.service| import service)", text := caller.read_text()
        )
    ]
    used = {word for text in callers for word in re.findall(r"\w+", text)}
    offered = {
        element.value
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        for element in ast.walk(node.value)
        if isinstance(element, ast.Constant)
    }
    assert offered - OF_THE_SCANNER <= used
