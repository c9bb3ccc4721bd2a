"""The events of all rooms: names that a reader of the audit log can rely on."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter

import pytest

from consent_app.events.event import Change, Event
from consent_app.events.models import AuditEvent
from tools.events_page import event_types

EVENTS = event_types()


def test_there_are_events_of_many_rooms() -> None:
    assert len(EVENTS) > 60
    assert len({event.__module__ for event in EVENTS}) > 10


def test_no_name_is_used_twice() -> None:
    assert [name for name, n in Counter(event.name for event in EVENTS).items() if n > 1] == []


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_an_event_is_a_fact_with_a_name(event: type[Event]) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*", event.name)
    assert len(event.name) <= AuditEvent.__table__.c.event.type.length
    assert event.changes_site in (None, "domain", "workspace")
    required = [
        field.name
        for field in dataclasses.fields(event)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]
    happened = event(changes=(Change("name", None, "after"),), **dict.fromkeys(required))
    with pytest.raises(dataclasses.FrozenInstanceError):
        happened.subject_id = None  # type: ignore[misc]
