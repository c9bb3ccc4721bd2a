"""``service.py``: what a room offers to the others."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture.test_directions import ROOT


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("*/service.py")), ids=lambda path: path.parent.name
)
def test_a_service_offers_functions_under_their_own_names(path: Path) -> None:
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute):
            assert ast.unparse(node.targets[0]) == node.value.attr
