"""The panel's words for what the service says."""

from __future__ import annotations

import importlib
import re

from consent_app.events.event import Event
from consent_app.panel.pages import FOLDER


def test_every_event_has_words() -> None:
    for path in FOLDER.parent.parent.glob("*/events.py"):
        importlib.import_module(f"consent_app.{path.parent.name}.events")
    text = (FOLDER / "ui" / "event-words.js").read_text(encoding="utf-8")
    worded = set(re.findall(r'^  "([a-z_]+\.[a-z_]+)": _\(', text, re.MULTILINE))
    named = {
        event.name
        for event in _all(Event)
        if "name" in vars(event) and event.__module__.startswith("consent_app.")
    }
    assert "sign_in.verified" in named
    assert named == worded


def _all(kind: type[Event]) -> list[type[Event]]:
    return [one for below in kind.__subclasses__() for one in (below, *_all(below))]
