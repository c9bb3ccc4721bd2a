"""``read_models.py``: tables that other rooms read, one at least, and none of them writes.

The directions of the imports are held by ``test_directions``; this looks at the statements.
"""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from tests.architecture.test_directions import ROOT

ROOMS = sorted(path.parent.name for path in ROOT.glob("*/read_models.py"))
WRITING = {"insert", "update", "delete", "upsert", "upsert_of"}


def imported_read_models(path: Path) -> dict[str, str]:
    """Return the names that a module has from other rooms' read models, with their rooms."""
    text = path.read_text()
    if ".read_models" not in text:
        return {}  # Parsing every module would take each test process a second.
    names = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".read_models"):
            room = (node.module or "").split(".")[1]
            if room != path.parent.name:
                names |= {alias.asname or alias.name: room for alias in node.names}
    return names


READERS = {path: names for path in ROOT.rglob("*.py") if (names := imported_read_models(path))}


@pytest.mark.parametrize("room", ROOMS)
def test_read_models_are_the_rooms_own_and_another_room_reads_them(room: str) -> None:
    module = importlib.import_module(f"consent_app.{room}.read_models")
    owner = importlib.import_module(f"consent_app.{room}.models")
    assert all(getattr(owner, name) is getattr(module, name) for name in module.__all__)
    read = {name for names in READERS.values() for name, of in names.items() if of == room}
    assert set(module.__all__) <= read


@pytest.mark.parametrize("path", READERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_nobody_writes_what_they_may_read(path: Path) -> None:
    names = READERS[path]
    written = {
        argument.id
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", None)) in WRITING
        for argument in node.args
        if isinstance(argument, ast.Name) and argument.id in names
    }
    assert written == set()
