"""``service.py``: what a room offers to the others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.architecture.test_directions import ROOT

# The scanner is not part of this release (docs/architecture.md).
OF_THE_SCANNER = {"queue_scan", "record_scan", "start_scan"}


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("*/service.py")), ids=lambda path: path.parent.name
)
def test_a_service_offers_functions_under_their_own_names(path: Path) -> None:
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
            assert ast.unparse(node.targets[0]) == node.value.attr


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("*/service.py")), ids=lambda path: path.parent.name
)
def test_a_service_offers_only_what_another_room_or_a_tool_uses(path: Path) -> None:
    room = path.parent.name
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
