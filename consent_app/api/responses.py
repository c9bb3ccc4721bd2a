"""Validating each response against the document, and compressing it, before it is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyramid.config import Configurator
from pyramid.response import Response
from pyramid.tweens import EXCVIEW

from consent_app.http.compression import compressed
from consent_app.http.problems import invalid_response
from consent_app.http.request import CALLED

if TYPE_CHECKING:
    from consent_app.http.request import Handler, Request


def checked(request: Request, response: Response) -> Response:
    """Return ``response``, or a 500 in its place if the document does not allow it.

    The request's transaction is then rolled back.
    """
    validator = request.registry.api.response_validator
    errors = validator.errors(request, response) if validator is not None else ()
    if not errors:
        return response
    if "tm.active" in request.environ:
        request.tm.doom()
    return invalid_response(request, response, errors)


def responses_factory(handler: Handler, registry: Any) -> Handler:
    """Tween: validate the responses of operations, including the errors that their views raise."""

    def respond(request: Request) -> Response:
        response = handler(request)
        if CALLED not in request.environ:
            return response
        return compressed(request, checked(request, response))

    return respond


def includeme(config: Configurator) -> None:
    """Set up the tween, above the exception views, whose responses are validated too."""
    config.add_tween("consent_app.api.responses.responses_factory", over=EXCVIEW)
