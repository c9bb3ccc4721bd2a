"""The events of all rooms: names that a reader of the audit log can rely on."""

from __future__ import annotations

from collections import Counter

from consent_app.events.declared import declared_events

EVENTS = declared_events()


def test_many_rooms_declare_events() -> None:
    assert len(EVENTS) > 60
    assert len({event.__module__ for event in EVENTS}) > 10


def test_no_name_is_used_twice() -> None:
    assert [name for name, n in Counter(event.name for event in EVENTS).items() if n > 1] == []
