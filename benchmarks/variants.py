"""The applications that are compared: ours, and ours without its validation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import orjson
from pyramid.router import Router
from pyramid_openapi3.wrappers import PyramidOpenAPIResponse

from benchmarks.scenario import Scenario, make_application
from consent_app import make_app
from consent_app.api.explanations import Library, LibraryRequest
from consent_app.http.request import Parameters, Request, Validated

UNLIMITED = 10**9


def whole(scenario: Scenario) -> Router:
    """Return the whole application, without the rate limit for visitors."""
    app = make_app(make_application(scenario.settings))
    app.registry.api.rate_limits.add("visitors", UNLIMITED, 60)
    return app


class UnvalidatedRequest(Request):
    """Parses the values that the two views read from a request, without validation."""

    @property
    def openapi_validated(self) -> Validated:
        if self.method == "POST":
            path = {"domainId": UUID(self.matchdict["domainId"])}
            return Validated(Parameters(path=path), orjson.loads(self.body))
        return Validated(Parameters(query={"limit": int(self.GET["limit"])}))


def unvalidated(scenario: Scenario) -> Router:
    """Return the application with the same views, but without validation."""
    app = whole(scenario)
    app.request_factory = UnvalidatedRequest
    app.registry.api.response_validator = None
    return app


class StockRequests:
    """Validates requests with the reference library only."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def validated(self, request: Request) -> Validated:
        """Return the valid parts of a request. Raises the library's error."""
        result = self._library.requests.unmarshal(LibraryRequest(request))
        result.raise_for_errors()
        parts = result.parameters
        parameters = Parameters(dict(parts.path), dict(parts.query), dict(parts.header))
        return Validated(parameters, result.body)


class StockResponses:
    """Validates responses with the reference library only."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def errors(self, request: Request, answered: Any) -> list[Any]:
        """Return the errors that the library finds in a response."""
        wrapped = LibraryRequest(request), PyramidOpenAPIResponse(answered)
        return list(self._library.responses.iter_errors(request=wrapped[0], response=wrapped[1]))


def stock(scenario: Scenario) -> Router:
    """Return the application validated by the reference library's own objects."""
    app = whole(scenario)
    library = Library(app.registry.api.document.spec)
    app.registry.api.request_validator = StockRequests(library)
    app.registry.api.response_validator = StockResponses(library)
    return app


VARIANTS: dict[str, Callable[[Scenario], Router]] = {
    "whole": whole,
    "unvalidated": unvalidated,
    "stock": stock,
}
