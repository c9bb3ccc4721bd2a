"""Which subscribers receive which events."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import pytest

from consent_app.events.bus import EventBus
from consent_app.events.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    name = "door.opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed(Event):
    name = "door.closed"


def test_every_subscriber_of_a_type_and_of_its_base_is_called_in_order() -> None:
    bus = EventBus()
    calls: list[tuple[str, Event]] = []
    bus.subscribe(Event, lambda ctx, event: calls.append(("all", event)))
    bus.subscribe(Opened, lambda ctx, event: calls.append(("first", event)))
    bus.subscribe(Opened, lambda ctx, event: calls.append(("second", event)))
    bus.subscribe(Closed, lambda ctx, event: calls.append(("closed", event)))
    event = Opened()
    bus.publish(None, event)
    assert calls == [("all", event), ("first", event), ("second", event)]


def test_a_refused_attempt_reaches_only_subscribers_to_refusals() -> None:
    bus = EventBus()
    calls: list[str] = []
    bus.subscribe(Event, lambda ctx, event: calls.append("audit"), refusals=True)
    bus.subscribe(Opened, lambda ctx, event: calls.append("feed"))
    bus.publish(None, replace(Opened(), outcome="refused"))
    assert calls == ["audit"]
    bus.publish(None, Opened())
    assert calls == ["audit", "audit", "feed"]


def test_an_exception_of_a_subscriber_reaches_who_emits() -> None:
    bus = EventBus()

    def fail(ctx: Any, event: Event) -> None:
        raise ValueError("no")

    bus.subscribe(Opened, fail)
    with pytest.raises(ValueError, match="no"):
        bus.publish(None, Opened())


def test_modules_of_subscribers_are_imported_with_the_first_event() -> None:
    calls: list[Event] = []
    module = ModuleType("tests_listener")
    loads: list[EventBus] = []

    def subscribe(bus: EventBus) -> None:
        loads.append(bus)
        bus.subscribe(Opened, lambda ctx, event: calls.append(event))

    module.subscribe = subscribe  # type: ignore[attr-defined]
    sys.modules["tests_listener"] = module
    try:
        bus = EventBus(["tests_listener"])
        assert loads == []
        bus.publish(None, Opened())
        bus.publish(None, Opened())
    finally:
        del sys.modules["tests_listener"]
    assert loads == [bus]
    assert len(calls) == 2
