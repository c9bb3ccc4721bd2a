"""``docs/architecture.md`` and ``CONTRIBUTING.md`` name exactly the existing rooms."""

from __future__ import annotations

import re
from pathlib import Path

from tests.architecture.imports import APP, FEATURES
from tests.architecture.test_directions import ROOT

PAGE = (ROOT.parent / "docs" / "architecture.md").read_text()
CONTRIBUTING = (ROOT.parent / "CONTRIBUTING.md").read_text()


def rooms() -> set[str]:
    """Return the names of the packages and modules of the application."""
    return {
        path.stem
        for path in ROOT.iterdir()
        if (_has_files(path) or path.suffix == ".py") and not path.name.startswith("__")
    }


def _has_files(path: Path) -> bool:
    # Of a room that was renamed, Python's cache stays in a working copy.
    return path.is_dir() and any(child.name != "__pycache__" for child in path.iterdir())


def test_the_map_names_every_room() -> None:
    table = PAGE[PAGE.index("## Rooms") : PAGE.index("## Directions")]
    named = {
        name
        for row in re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert named == rooms(), f"rooms of {APP} that the map lacks, or the other way round"


def test_contributing_lists_every_room() -> None:
    start = CONTRIBUTING.index("The rooms of `consent_app/`")
    lines = CONTRIBUTING[CONTRIBUTING.index("\n\n", start) : CONTRIBUTING.index("In short:", start)]
    named = re.findall(r"`(\w+)`", lines)
    assert len(named) == len(set(named))
    assert set(named) == rooms()


def test_the_map_gives_the_order_of_the_features() -> None:
    assert re.sub(r"\s+", " ", PAGE).count(" ← ".join(FEATURES)) == 1
