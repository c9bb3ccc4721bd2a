"""Pyramid announces its events to nobody: no room subscribes to them."""

from __future__ import annotations

from tests.worlds import World


def test_no_event_is_heard(world: World) -> None:
    registry = world.wsgi.registry
    assert list(registry.registeredHandlers()) == []
    assert not registry.has_listeners
