"""What an event is."""

from __future__ import annotations

import dataclasses
import re
from typing import get_args

import pytest

from consent_app.events.declared import declared_events
from consent_app.events.event import Change, Event, Site
from consent_app.events.models import AuditEvent

EVENTS = declared_events()


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.name)
def test_an_event_is_a_fact_with_a_name(event: type[Event]) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*", event.name)
    assert len(event.name) <= AuditEvent.__table__.c.event.type.length
    assert event.changes_site in (None, *get_args(Site))
    required = [
        field.name
        for field in dataclasses.fields(event)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]
    happened = event(changes=(Change("name", None, "after"),), **dict.fromkeys(required))
    with pytest.raises(dataclasses.FrozenInstanceError):
        happened.subject_id = None  # type: ignore[misc]
