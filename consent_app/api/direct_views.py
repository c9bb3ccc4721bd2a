"""The views of public operations with heavy traffic, called without Pyramid's view lookup.

A public operation without a transaction needs none of the steps between a tween and a view
(transaction, traversal, view lookup, derivers, permission), which take as long as the rest of the
request. ``@api_view(…, direct=True)`` marks such an operation. Validation and errors are the same.

The execution policy finds the operation before Pyramid sets up thread-locals and callbacks, which
no direct view needs. The tween calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pyramid.config import PHASE3_CONFIG, Configurator
from pyramid.exceptions import ConfigurationError
from pyramid.interfaces import IRoutesMapper
from pyramid.response import Response
from pyramid.router import Router, default_execution_policy
from pyramid.urldispatch import Route

from consent_app.api.registry import DirectView
from consent_app.api.responses import checked
from consent_app.http.problems import error_view
from consent_app.http.request import Handler, Request
from consent_app.http.transactions import NO_TRANSACTION
from consent_app.openapi.compiled_operations import Operation

_VIEW = "consent.direct_view"
"""The view to call, in the request's environment."""

Policy = Callable[[dict[str, Any], Router], Response]


class DirectOperation(NamedTuple):
    """A direct operation: its route, its view, and how its requests are validated."""

    route: Route
    view: DirectView
    operation: Operation


Operations = dict[str, list[DirectOperation]]
"""The direct operations, by method."""


def make_execution_policy(operations: Operations) -> Policy:
    """Return the policy that answers ``operations`` directly, and other requests as Pyramid
    does."""

    def execute(environ: dict[str, Any], router: Router) -> Response:
        path = _path(environ)
        # A route's expression ends with $, which also matches before a last line feed. Pyramid
        # refuses such a path, and paths that are not UTF-8.
        if path is not None and not path.endswith("\n"):
            for route, view, operation in operations.get(environ["REQUEST_METHOD"], ()):
                match = route.match(path)
                if match is not None:
                    request = router.request_factory(environ)
                    request.registry = router.registry
                    request.matched_route, request.matchdict = route, match
                    request.operation = operation
                    environ[_VIEW] = view
                    return router.handle_request(request)
        return default_execution_policy(environ, router)

    return execute


def _path(environ: dict[str, Any]) -> str | None:
    path: str = environ.get("PATH_INFO", "")
    if path.isascii():
        return path
    try:
        return path.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return None


def direct_factory(handler: Handler, _: Any) -> Handler:
    """Tween: answer the operations marked as direct, and leave all others to ``handler``."""

    def direct(request: Request) -> Response:
        view = request.environ.get(_VIEW)
        if view is None:
            return handler(request)
        return checked(request, _called(view, request))

    return direct


def _called(view: DirectView, request: Request) -> Response:
    try:
        if view.limit is not None:
            view.limit(request)
        return view.call(request)
    except Exception as error:
        return error_view(error, request)


def direct_operations(registry: Any) -> Operations:
    """Return the direct operations. Raises ConfigurationError for one with a transaction,
    or with predicates, which only Pyramid's mapper checks."""
    items = {item["x-pyramid-route-name"]: item for _, item in registry.api.document.paths()}
    operations: Operations = {}
    for (name, method), view in registry.api.direct_views.items():
        route = registry.getUtility(IRoutesMapper).get_route(name)
        if items[name].get("x-transaction") != NO_TRANSACTION:
            raise ConfigurationError(f"{method} {name} is direct but has a transaction")
        if route.predicates:
            raise ConfigurationError(f"{method} {name} is direct but has predicates")
        operation = registry.api.operations[name, method]
        operations.setdefault(method, []).append(DirectOperation(route, view, operation))
    return operations


def includeme(config: Configurator) -> None:
    """Set up the policy and the tween."""
    config.add_tween(
        "consent_app.api.direct_views.direct_factory",
        under="consent_app.http.boundary.boundary_factory",
        over="pyramid_tm.tm_tween_factory",
    )
    operations: Operations = {}
    config.set_execution_policy(make_execution_policy(operations))
    # The views are registered once every room is included.
    config.action(
        ("consent_app.api.direct_views",),
        lambda: operations.update(direct_operations(config.registry)),
        order=PHASE3_CONFIG + 50,
    )
