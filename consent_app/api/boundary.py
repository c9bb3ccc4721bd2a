"""The outermost tween: no exception leaves it, and every answer gets its headers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyramid.registry import Registry
from pyramid.response import Response

from consent_app.api.cors import add_cors_headers
from consent_app.api.deprecation import add_deprecation_headers
from consent_app.api.headers import add_security_headers
from consent_app.api.problems import error_of, problem_response

Handler = Callable[[Any], Response]


def boundary_factory(handler: Handler, registry: Registry) -> Handler:
    """Wrap everything below, the transaction too: a failing commit is told as a problem."""

    def boundary(request: Any) -> Response:
        try:
            response = handler(request)
        except Exception as error:
            response = problem_response(request, error_of(request, error))
        add_security_headers(request, response)
        add_deprecation_headers(request, response)
        add_cors_headers(request, response)
        return response

    return boundary
