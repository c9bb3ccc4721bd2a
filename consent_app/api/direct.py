"""Public operations with heavy traffic, called without Pyramid's way to a view.

A public operation without a transaction needs none of the steps between a tween and a view
(transaction, traversal, view lookup, derivers, permission), which take as long as the rest of the
request. ``@api_view(…, direct=True)`` marks such an operation. Validation and errors are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyramid.config import PHASE3_CONFIG, Configurator
from pyramid.exceptions import ConfigurationError
from pyramid.interfaces import IRoutesMapper
from pyramid.response import Response

from consent_app.api.registry import DirectView
from consent_app.api.responses import checked
from consent_app.http.problems import error_view
from consent_app.http.request import Request
from consent_app.http.routing import IndexedRoutesMapper
from consent_app.http.transactions import NO_TRANSACTION, is_transactional

Handler = Callable[[Any], Response]


def direct_factory(handler: Handler, registry: Any) -> Handler:
    """Tween: answer the operations marked as direct, and leave all others to ``handler``."""
    views: dict[tuple[str, str], DirectView] = registry.api.direct_views
    methods = frozenset(method for _, method in views)
    routes = _direct_routes(registry)

    def direct(request: Request) -> Response:
        environ = request.environ
        method = environ["REQUEST_METHOD"]
        if method not in methods or is_transactional(request):
            return handler(request)
        match = routes(request)
        route = match["route"]
        view = views.get((route.name, method)) if route is not None else None
        if view is None:
            return handler(request)
        request.matched_route, request.matchdict = route, match["match"]
        return checked(request, _called(view, request))

    return direct


def _direct_routes(registry: Any) -> IndexedRoutesMapper:
    """Return a mapper with only the direct operations' routes. The router looks up all others."""
    names = {name for name, _ in registry.api.direct_views}
    mapper = IndexedRoutesMapper()
    for route in registry.getUtility(IRoutesMapper).get_routes():
        if route.name in names:
            mapper.connect(route.name, route.pattern, predicates=route.predicates)
    return mapper


def _called(view: DirectView, request: Request) -> Response:
    try:
        if view.limit is not None:
            view.limit(request)
        return view.call(request)
    except Exception as error:
        return error_view(error, request)


def includeme(config: Configurator) -> None:
    """Set up the tween. Raises ConfigurationError for a direct view that has a transaction."""
    config.add_tween(
        "consent_app.api.direct.direct_factory",
        under="consent_app.http.boundary.boundary_factory",
        over="pyramid_tm.tm_tween_factory",
    )

    def check() -> None:
        items = {
            item["x-pyramid-route-name"]: item for _, item in config.registry.api.document.paths()
        }
        for route_name, method in config.registry.api.direct_views:
            if items[route_name].get("x-transaction") != NO_TRANSACTION:
                raise ConfigurationError(f"{method} {route_name} is direct but has a transaction")

    config.action(("consent_app.api.direct",), check, order=PHASE3_CONFIG + 50)
