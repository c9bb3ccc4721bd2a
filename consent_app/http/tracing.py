"""Each request as a span, if traces are on. Otherwise the tween is not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyramid.config import Configurator
from pyramid.registry import Registry
from pyramid.response import Response

from consent_app.http.boundary import known_method
from consent_app.http.client import from_trusted_proxy
from consent_app.http.problems import route_pattern
from consent_app.request_ids import HEADER

if TYPE_CHECKING:
    from consent_app.http.request import Handler, Request


TRACE_CONTEXT = {"HTTP_TRACEPARENT": "traceparent", "HTTP_TRACESTATE": "tracestate"}
"""The headers that name a request's trace. Proxies must not pass on a visitor's own."""


def tracing_factory(handler: Handler, registry: Registry) -> Handler:
    """Wrap the boundary. Only trusted proxies may name the trace that a request belongs to.

    A streamed body is sent after the span has ended; its statements before that are included.
    """
    app = registry.application
    traces, proxies = app.traces, app.settings.trusted_proxies

    def traced(request: Request) -> Response:
        environ = request.environ
        parent = {name: environ[key] for key, name in TRACE_CONTEXT.items() if key in environ}
        if parent and not from_trusted_proxy(environ, proxies):
            parent = {}
        method = known_method(environ["REQUEST_METHOD"])
        with traces.request(method, parent) as span:
            response = handler(request)
            route = route_pattern(request)
            span.name(f"{method} {route}")
            span.note("http.route", route)
            span.note("http.response.status_code", response.status_int)
            span.note("consent.request_id", response.headers[HEADER])
            if response.status_int >= 500:
                span.fail()
        return response

    return traced


def includeme(config: Configurator) -> None:
    """Set up the tween if traces are on."""
    if config.registry.application.traces.enabled:
        config.add_tween(
            "consent_app.http.tracing.tracing_factory",
            over="consent_app.http.boundary.boundary_factory",
        )
