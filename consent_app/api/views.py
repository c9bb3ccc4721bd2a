"""The decorators of views: ``@api_view`` for operations of openapi.yaml, ``@page_view`` for pages.

They register a view when its room calls ``config.register_views``. Pyramid's own scan reads the
source of each decorated function, which takes a tenth of start-up time.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, get_type_hints

from pyramid.config import Configurator
from pyramid.response import Response
from pyramid.security import NO_PERMISSION_REQUIRED

from consent_app.api.registry import DirectView
from consent_app.api.typed_requests import ApiRequest
from consent_app.http.json_response import JsonResponse
from consent_app.http.request import CALLED

if TYPE_CHECKING:
    from consent_app.http.request import Request


Payload = dict[str, Any] | list[Any] | None
View = Callable[[Any], Payload | Response]
PageView = Callable[[Any], Response]
Limit = Callable[[Any], None]

PERMISSIONS = frozenset(
    {
        "public",
        "account",
        "session",
        "panel:viewer",
        "panel:admin",
        "panel:owner",
        "key:consents:read",
        "key:domains:read",
    }
)
METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE"})

Register = Callable[[Configurator], None]
_REGISTRATIONS: dict[Callable[..., Any], list[Register]] = {}


def api_view(
    route_name: str,
    method: str,
    *,
    permission: str,
    direct: bool = False,
    limit: Limit | None = None,
) -> Callable[[View], View]:
    """Make a function that takes the typed request the view of an operation.

    ``route_name`` is the path's ``x-pyramid-route-name``. A GET view also answers HEAD. The
    function's return value is sent as JSON with the operation's only 2xx status (None: no body); a
    Response is sent unchanged. ``direct`` calls a public view of a route without a transaction
    outside Pyramid (``consent_app.api.direct_views``). ``limit`` counts a request of such a view
    before it is validated, and raises RateLimited. Raises ValueError for an unknown permission or
    method, and for a direct view that is not public.
    """
    _refuse_unknown(permission, method)
    if direct and permission != "public":
        raise ValueError("only a public view can be direct")
    if limit is not None and not direct:
        raise ValueError("only a direct view has a limit of its own")

    def decorate(function: View) -> View:
        def register(config: Configurator) -> None:
            view = _rendering(_typed(function))
            if direct:
                config.registry.api.direct_views[route_name, method] = DirectView(view, limit)
            config.add_view(
                view=view, route_name=route_name, request_method=method, permission=permission
            )

        _register_later(function, register)
        return function

    return decorate


def page_view(route_name: str, method: str = "GET") -> Callable[[PageView], PageView]:
    """Make a function that takes the request the view of a public page."""

    def decorate(function: PageView) -> PageView:
        def register(config: Configurator) -> None:
            config.add_view(
                view=function,
                route_name=route_name,
                request_method=method,
                permission=NO_PERMISSION_REQUIRED,
            )

        _register_later(function, register)
        return function

    return decorate


def register_views(config: Configurator, module: str) -> None:
    """Register every decorated view of ``module`` (``config.register_views``)."""
    for value in vars(importlib.import_module(module)).values():
        if isinstance(value, FunctionType) and value.__module__ == module:
            for register in _REGISTRATIONS.get(value, ()):
                register(config)


def _register_later(function: Callable[..., Any], register: Register) -> None:
    _REGISTRATIONS.setdefault(function, []).append(register)


def _refuse_unknown(permission: str, method: str) -> None:
    if permission not in PERMISSIONS:
        raise ValueError(f"{permission!r} is not one of {', '.join(sorted(PERMISSIONS))}")
    if method not in METHODS:
        raise ValueError(f"{method!r} is not one of {', '.join(sorted(METHODS))}")


def _typed(function: View) -> View:
    """Return a Pyramid view for a view that takes an operation's typed request."""
    try:
        request_type = get_type_hints(function).get("request")
    except (AttributeError, NameError) as error:
        name = f"{function.__module__}.{function.__name__}"
        raise TypeError(f"{name}: {error}. Run `make operations`.") from None
    if not (isinstance(request_type, type) and issubclass(request_type, ApiRequest)):
        return function

    @functools.wraps(function)
    def view(request: Request) -> Payload | Response:
        if request.operation.operation_id != request_type.operation_id:
            raise RuntimeError(
                f"{function.__name__} takes another operation than {request.operation.operation_id}"
            )
        return function(request_type(request))

    return view


def _rendering(function: View) -> Callable[[Any], Response]:
    @functools.wraps(function)
    def view(request: Request) -> Response:
        request.environ[CALLED] = True
        error = request.openapi_validated.error
        if error is not None:
            raise error
        result = function(request)
        if isinstance(result, Response):
            return result
        status = request.operation.success_status
        if status is None:
            operation_id = request.operation.operation_id
            raise RuntimeError(f"{operation_id} has several 2xx responses: return a JsonResponse")
        if result is None:
            return Response(status=status, headerlist=[])
        return JsonResponse(result, status=status)

    return view
