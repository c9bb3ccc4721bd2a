"""``docs/architecture.md`` names exactly the existing rooms, in the order of their set-up."""

from __future__ import annotations

import re
from pathlib import Path

import consent_app
from tests.architecture.imports import APP, FEATURES, MAP
from tests.architecture.test_directions import ROOT

PAGE = MAP.read_text(encoding="utf-8")


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
    described = {
        name
        for row in re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", row)
    }
    assert described == rooms(), f"rooms of {APP} that the map lacks, or the other way round"


def test_the_application_sets_up_every_room_that_asks_for_it_in_the_maps_order() -> None:
    packages = {*ROOT.glob("*/__init__.py"), *ROOT.glob("*.py")}
    places = {
        path.stem if path.stem != "__init__" else path.parent.name
        for path in packages
        if "\ndef includeme(" in path.read_text(encoding="utf-8")
    }
    advice = "list rooms with an includeme in FEATURES of consent_app/__init__.py, as in the map"
    listed = [room for room in consent_app.FEATURES if room in FEATURES]
    assert listed == [room for room in FEATURES if room in places], advice
    assert places == {*consent_app.SHARED, *consent_app.FEATURES}, advice
