"""Every error as ``application/problem+json`` (RFC 9457), no matter what raised it.

``code`` identifies the problem; ``type`` is ``about:blank``. Responses never repeat a request's
values, and logs contain neither those nor the parameters of a query.
"""

from __future__ import annotations

import logging
import traceback
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from pyramid.config import Configurator
from pyramid.exceptions import URLDecodeError
from pyramid.httpexceptions import HTTPException, HTTPForbidden, HTTPNotFound
from pyramid.registry import Registry
from pyramid.response import Response
from sqlalchemy.exc import (
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)

from consent_app import errors
from consent_app.db.constraints import refers_to_nothing
from consent_app.db.explanations import describe_database_error
from consent_app.http.bearer import sent_token
from consent_app.http.json_response import JsonResponse
from consent_app.request_ids import HEADER_KEY, current_request_id
from consent_app.security.encryption import UnknownEncryptionKeyError
from consent_app.security.passwords import BusyError

if TYPE_CHECKING:
    from consent_app.http.request import Request


PROBLEM_TYPE = "application/problem+json"

log = logging.getLogger(__name__)


def problem_response(request: Request, error: errors.AppError) -> JsonResponse:
    """Return the response for ``error``, with its headers."""
    payload = error.problem()
    request_id = current_request_id()
    if request_id is not None and (error.status >= 500 or _is_sent(request, request_id)):
        # Without a proxy that names requests, refusals are identical in all cases that a caller
        # must not be able to tell apart.
        payload["instance"] = f"urn:request-id:{request_id}"
    if error.field_errors:
        payload["errors"] = [
            {"pointer": field_error.pointer, "message": field_error.message}
            for field_error in error.field_errors
        ]
    headers = dict(error.headers)
    if error.status == 401:
        headers.setdefault("WWW-Authenticate", _challenge(request, error))
    return JsonResponse(payload, status=error.status, headers=headers, content_type=PROBLEM_TYPE)


def _is_sent(request: Request, request_id: str) -> bool:
    """Return whether a trusted proxy sent the id. One from anybody else has been replaced."""
    sent: str | None = request.environ.get(HEADER_KEY)
    return sent == request_id


def _challenge(request: Request, error: errors.AppError) -> str:
    # RFC 6750 §3.1: no error code if no token was sent, also if another scheme was used.
    if error.code == errors.Unauthenticated.code and sent_token(request) is not None:
        return 'Bearer error="invalid_token"'
    return "Bearer"


def error_of(request: Request, error: BaseException) -> errors.AppError:
    """Return the AppError for any exception, and log those that are the fault of the service."""
    if isinstance(error, errors.AppError):
        return error
    if isinstance(error, SQLAlchemyError) and request.app.database.outages.note(error):
        return errors.Unavailable()
    if isinstance(error, OperationalError | InterfaceError):
        log.error("%s: %s", _endpoint(request), describe_database_error(error))
        return errors.Unavailable()
    if isinstance(error, UnknownEncryptionKeyError):
        # During a key rotation, a process that has the key already answers the next request.
        log.error("%s: a value is %s", _endpoint(request), error)
        return errors.Unavailable()
    if isinstance(error, BusyError):
        return errors.Unavailable()
    if isinstance(error, IntegrityError) and refers_to_nothing(error):
        # An account or a workspace was deleted during this request. Another attempt gets 404.
        log.error("%s: %s", _endpoint(request), describe_database_error(error))
        return errors.Unavailable()
    if isinstance(error, HTTPForbidden):
        return errors.Forbidden()
    if isinstance(error, HTTPNotFound | URLDecodeError):
        return errors.NotFound()
    log_failure(request, error)
    return errors.AppError()


def log_failure(request: Request, error: BaseException) -> None:
    """Log an exception with its traceback.

    The message of a database error is left out, because the driver puts the row's values into it.
    """
    endpoint = _endpoint(request)
    if isinstance(error, SQLAlchemyError):
        frames = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s failed: %s\n%s", endpoint, describe_database_error(error), frames)
    else:
        log.error("%s failed", endpoint, exc_info=error)


def _endpoint(request: Request) -> str:
    return f"{request.method} {route_pattern(request)}"


def route_pattern(request: Request) -> str:
    """Return the pattern of the request's route, for logs: it contains nothing about the
    visitor."""
    route = request.matched_route
    return route.pattern if route is not None else "an unknown path"


def error_view(error: Exception, request: Request) -> Response:
    """Render any exception."""
    if isinstance(error, HTTPException) and error.status_code < 400:
        return error
    if isinstance(error, errors.AppError) and error.after_rollback is not None:
        _after_rollback(request, error.after_rollback)
    return problem_response(request, error_of(request, error))


def _after_rollback(request: Request, write: Callable[[], None]) -> None:
    # This view runs inside the transaction that its exception ends. A second writer would wait for
    # the first one's lock.
    if "tm.active" in request.environ:
        request.tm.get().addAfterAbortHook(write)
    else:
        write()


def invalid_response(request: Request, response: Response, problems: Sequence[str]) -> Response:
    """Return the 500 response that replaces one that the document does not allow."""
    log.error(
        "%s %s answered %s against openapi.yaml: %s",
        request.method,
        route_pattern(request),
        response.status_int,
        "; ".join(problems),
    )
    return problem_response(request, errors.AppError())


def not_found_view(error: Any, request: Request) -> Response:
    """Render an unknown path or method; for a method, with the ``Allow`` header."""
    methods = allowed_methods(request)
    if methods and request.method not in methods:
        allow = {"Allow": ", ".join(sorted(methods))}
        return problem_response(request, errors.MethodNotAllowed(headers=allow))
    return problem_response(request, errors.NotFound())


def allowed_methods(request: Request) -> frozenset[str]:
    """Return the methods that the request's path supports; empty for an unknown path."""
    route, api = request.matched_route, request.registry.api
    if route is None:
        return frozenset()
    if api.methods is None:
        # Once, for every route: browsers send a preflight before a visitor's decision.
        api.methods = _methods_by_route(request.registry)
    methods: frozenset[str] = api.methods.get(route.name, frozenset())
    return methods


def _methods_by_route(registry: Registry) -> dict[str, frozenset[str]]:
    methods: dict[str, set[str]] = defaultdict(set)
    for item in registry.introspector.get_category("views") or ():
        view = item["introspectable"]
        if view["context"] is None:
            accepted = view["request_methods"] or ()
            names = [accepted] if isinstance(accepted, str) else accepted
            methods[view["route_name"]].update(names)
    return {
        name: frozenset(names | {"HEAD"} if "GET" in names else names)
        for name, names in methods.items()
    }


def add_error_views(config: Configurator) -> None:
    """Register the exception views."""
    config.add_exception_view(error_view, context=Exception)
    config.add_exception_view(error_view, context=HTTPException)
    config.add_notfound_view(not_found_view)
    config.add_forbidden_view(error_view)
