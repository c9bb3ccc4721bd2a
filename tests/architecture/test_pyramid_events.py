"""No room subscribes to Pyramid's events."""

from __future__ import annotations

from tests.support.harness import Harness


def test_no_pyramid_event_has_a_subscriber(harness: Harness) -> None:
    registry = harness.wsgi.registry
    assert list(registry.registeredHandlers()) == []
    assert not registry.has_listeners
