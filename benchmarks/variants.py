"""The applications that are compared: ours, and the same one with its validation taken out."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import orjson
from pyramid.router import Router

from benchmarks.world import World, make_application
from consent_app import make_app
from consent_app.api.request import Request

UNLIMITED = 10**9


def whole(world: World) -> Router:
    """Return the application as it is, with nothing but the visitors' rate limit lifted."""
    app = make_app(make_application(world.settings))
    app.registry.api.rate_limits.add("visitors", UNLIMITED, 60)
    return app


class UnvalidatedRequest(Request):
    """Parses what the two views read of a request, and checks none of it."""

    @property
    def openapi_validated(self) -> Any:
        if self.method == "POST":
            path = {"domainId": UUID(self.matchdict["domainId"])}
            parameters = SimpleNamespace(path=path, header={}, query={})
            return SimpleNamespace(parameters=parameters, body=orjson.loads(self.body), errors=[])
        parameters = SimpleNamespace(query={"limit": int(self.GET["limit"])}, path={}, header={})
        return SimpleNamespace(parameters=parameters, body=None, errors=[])


def unvalidated(world: World) -> Router:
    """Return the application without validation of requests and answers: the same views."""
    app = whole(world)
    app.request_factory = UnvalidatedRequest
    app.registry.settings["pyramid_openapi3.enable_response_validation"] = False
    return app


def stock(world: World) -> Router:
    """Return the application validated by pyramid_openapi3's own objects."""
    app = whole(world)
    settings = app.registry.settings["pyramid_openapi3"]
    for name in ("request_validator", "response_validator"):
        settings[name] = settings[name].library
    return app


VARIANTS: dict[str, Callable[[World], Router]] = {
    "whole": whole,
    "unvalidated": unvalidated,
    "stock": stock,
}
