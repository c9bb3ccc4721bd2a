"""The types of events that this release has."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

from consent_app.events.event import Event


def declared_events() -> list[type[Event]]:
    """Return every type of event that a room's ``events.py`` declares, by name.

    Imports all of these modules.
    """
    types: list[type[Event]] = []
    for path in sorted(Path(__file__).parents[1].glob("*/events.py")):
        module = importlib.import_module(f"consent_app.{path.parent.name}.events")
        types += [
            member
            for member in vars(module).values()
            if inspect.isclass(member)
            and issubclass(member, Event)
            and member.__module__ == module.__name__
            and "name" in vars(member)
        ]
    return sorted(types, key=lambda event: event.name)
