"""The API's reference: openapi.yaml in Swagger UI, whose files are this package's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED
from pyramid.view import view_config

from consent_app.api.request import Request
from consent_app.web.rendering import page, redirect_with_slash

View = Callable[[Any], Response]


def _reference_view(route_name: str) -> Callable[[View], View]:
    decorator: Callable[[View], View] = view_config(
        route_name=route_name, request_method="GET", permission=NO_PERMISSION_REQUIRED
    )
    return decorator


@_reference_view("pages.reference")
def reference(request: Request) -> Response:
    """Every operation, and a form that calls it with a credential of the reader's."""
    return page(request, "reference", {})


@_reference_view("pages.reference_without_slash")
def with_slash(request: Request) -> Response:
    """Send on to the page with the slash that its relative links need."""
    return redirect_with_slash(request)
