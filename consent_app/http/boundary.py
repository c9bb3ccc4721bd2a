"""The outermost tween: no exception leaves it, and every response gets its headers."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from pyramid.registry import Registry
from pyramid.response import Response

from consent_app.http.client import from_trusted_proxy
from consent_app.http.cors import add_cors_headers
from consent_app.http.deprecation import add_deprecation_headers
from consent_app.http.headers import add_security_headers
from consent_app.http.problems import error_of, problem_response, route_pattern
from consent_app.request_ids import HEADER, HEADER_KEY, begin_request

if TYPE_CHECKING:
    from consent_app.http.request import Handler, Request


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def boundary_factory(handler: Handler, registry: Registry) -> Handler:
    """Wrap everything below, including the transaction: a failing commit becomes a problem too."""

    metrics = registry.application.metrics
    proxies = registry.application.settings.trusted_proxies

    def boundary(request: Request) -> Response:
        started = perf_counter()
        environ = request.environ
        # Range requests are not supported (RFC 9110 §14.2): a cache could store a partial refusal.
        environ.pop("HTTP_RANGE", None)
        sent_id = environ.get(HEADER_KEY)
        is_trusted = sent_id is not None and from_trusted_proxy(environ, proxies)
        request_id = begin_request(sent_id if is_trusted else None)
        try:
            response = handler(request)
        except Exception as error:
            response = problem_response(request, error_of(request, error))
        response.headerlist.append((HEADER, request_id))
        if "HTTP_IF_NONE_MATCH" in environ:
            _name_any_tag(environ, response)
        add_security_headers(request, response)
        add_deprecation_headers(request, response)
        add_cors_headers(request, response)
        if metrics.enabled:
            seconds = perf_counter() - started
            metrics.request(
                known_method(request.method), route_pattern(request), response.status_int, seconds
            )
        return response

    return boundary


def _name_any_tag(environ: dict[str, Any], response: Response) -> None:
    """Put the response's ``ETag`` in place of ``If-None-Match: *``, which matches any (RFC 9110
    §13.1.2). WebOb takes it for a missing header."""
    if environ["HTTP_IF_NONE_MATCH"].strip() == "*" and "ETag" in response.headers:
        environ["HTTP_IF_NONE_MATCH"] = response.headers["ETag"]


def known_method(method: str) -> str:
    """Return a method for metrics and traces. Unknown ones share a name, so that no client can
    create metrics, or write into traces."""
    return method if method in METHODS else "other"
