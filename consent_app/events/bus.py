"""The event bus: which functions are called for which type of event."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Sequence
from typing import Any

from consent_app.events.event import Event

Subscriber = Callable[[Any, Any], None]
"""Called with the context and the event, in the transaction that emitted it. Work that takes long,
or talks to another machine, belongs in a job that it enqueues."""


class EventBus:
    """The subscribers of one process, by type of event.

    ``modules`` are the dotted names of modules with a function ``subscribe(bus)``. They are
    imported with the first event, so that a command that emits none does not pay for them. A
    service loads them at its start: until its first event, an upgrade may have replaced them.
    """

    def __init__(self, modules: Sequence[str] = ()) -> None:
        self._modules = tuple(modules)
        self._subscribers: list[tuple[type[Event], Subscriber, bool]] = []
        self._by_type: dict[tuple[type[Event], str], tuple[Subscriber, ...]] = {}
        self._lock = threading.Lock()
        self._loaded = False

    def subscribe(
        self, event_type: type[Event], subscriber: Subscriber, *, refusals: bool = False
    ) -> None:
        """Have ``subscriber`` called for each event of ``event_type`` and of its subclasses.

        Refused attempts are passed only to subscribers with ``refusals``.
        """
        self._subscribers.append((event_type, subscriber, refusals))
        self._by_type.clear()

    def publish(self, ctx: Any, event: Event) -> None:
        """Call every subscriber of the event's type, in the order in which they subscribed.

        An exception of a subscriber ends the transaction like any other.
        """
        if not self._loaded:
            self.load()
        key = type(event), event.outcome
        subscribers = self._by_type.get(key)
        if subscribers is None:
            subscribers = tuple(
                subscriber
                for event_type, subscriber, refusals in self._subscribers
                if isinstance(event, event_type) and (refusals or event.outcome == "success")
            )
            self._by_type[key] = subscribers
        for subscriber in subscribers:
            subscriber(ctx, event)

    def load(self) -> None:
        """Import the modules that subscribe."""
        with self._lock:
            if not self._loaded:
                for name in self._modules:
                    importlib.import_module(name).subscribe(self)
                self._loaded = True
