"""Pyramid announces events of each request to nobody: no room subscribes to them."""

from __future__ import annotations

from pyramid.interfaces import IApplicationCreated

from tests.worlds import World


def test_only_the_start_is_heard(world: World) -> None:
    registry = world.wsgi.registry
    heard = {
        interface for handler in registry.registeredHandlers() for interface in handler.required
    }
    assert heard <= {IApplicationCreated}
    assert not registry.has_listeners
