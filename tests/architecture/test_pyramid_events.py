"""Pyramid announces the events of each request to nobody: no room subscribes to them."""

from __future__ import annotations

from pyramid.events import ApplicationCreated
from zope.interface import implementedBy

from tests.worlds import World


def test_only_the_start_is_heard(world: World) -> None:
    registry = world.wsgi.registry
    heard = {event for handler in registry.registeredHandlers() for event in handler.required}
    assert heard == {implementedBy(ApplicationCreated)}
    assert not registry.has_listeners
