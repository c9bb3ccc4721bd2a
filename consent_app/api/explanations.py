"""Explaining with the reference library why a request or a response is not valid.

The library's messages repeat the request's values, including passwords, so only the location and
the keyword of each error are used. The library also has bugs (a nullable query parameter raises):
in that case it explains nothing.

This module is imported with the first refusal (``consent_app.api.validation``): the library takes a
third of start-up time and 30 MB.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from jsonschema_path import SchemaPath
from openapi_core import V31ResponseValidator
from openapi_core.casting.schemas.exceptions import CastError
from openapi_core.unmarshalling.request import V31RequestUnmarshaller
from openapi_core.validation.request.datatypes import RequestParameters
from openapi_core.validation.request.exceptions import (
    MissingParameterError,
    MissingRequestBodyError,
    ParameterValidationError,
    RequestBodyValidationError,
)
from pyramid.response import Response
from pyramid_openapi3.wrappers import PyramidOpenAPIRequest, PyramidOpenAPIResponse

from consent_app.errors import FieldError
from consent_app.openapi.pointers import BODY_REQUIRED, REQUIRED, field_errors_of, pointer, rule
from consent_app.openapi.schemas import most_specific_branch

if TYPE_CHECKING:
    from consent_app.http.request import Request

log = logging.getLogger(__name__)

_FAILED = "the reference library raised %s while it explained %s"


class LibraryRequest(PyramidOpenAPIRequest):
    """The library's view of a request."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.parameters = RequestParameters(
            path=request.matchdict,
            query=request.GET,
            header=request.headers,
            cookie=request.cookies,
        )


class Library:
    """openapi-core over a validated document."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        path = SchemaPath.from_dict(spec)
        # The wrappers of pyramid_openapi3 have wider types than openapi-core asks for.
        self.requests: Any = V31RequestUnmarshaller(path)
        self.responses: Any = V31ResponseValidator(path)

    def request_errors(self, request: Request) -> list[tuple[str, str, FieldError]]:
        """Return each error with its location and its parameter's name (empty for the body).

        Empty if the library finds nothing, or fails.
        """
        try:
            return list(_field_errors(self.requests.unmarshal(LibraryRequest(request)).errors))
        except Exception as error:
            log.info(_FAILED, type(error).__name__, "a refusal")
            return []

    def response_errors(self, request: Request, response: Response) -> list[FieldError]:
        """Return the errors of a response; empty if the library fails."""
        try:
            errors = self.responses.iter_errors(
                request=LibraryRequest(request), response=PyramidOpenAPIResponse(response)
            )
            return [
                field_error
                for error in errors
                for inner in getattr(error.__cause__, "schema_errors", ())
                for field_error in _schema_errors(inner, ())
            ]
        except Exception as error:
            log.info(_FAILED, type(error).__name__, "a response")
            return []


def _field_errors(errors: Iterable[Exception]) -> Iterator[tuple[str, str, FieldError]]:
    for error in errors:
        if isinstance(error, ParameterValidationError):
            for field_error in _parameter_errors(error):
                yield error.location, error.name, field_error
        elif isinstance(error, RequestBodyValidationError):
            for field_error in _body_errors(error):
                yield "body", "", field_error


def _parameter_errors(error: ParameterValidationError) -> Iterator[FieldError]:
    path = (error.location, error.name)
    cause = error.__cause__
    if isinstance(error, MissingParameterError):
        yield FieldError(pointer(*path), REQUIRED)
    elif isinstance(cause, CastError) and cause.type:
        yield FieldError(pointer(*path), rule("type", cause.type))
    else:
        for inner in getattr(cause, "schema_errors", ()):
            yield from _schema_errors(inner, path)


def _body_errors(error: RequestBodyValidationError) -> Iterator[FieldError]:
    if isinstance(error, MissingRequestBodyError):
        yield FieldError(pointer(), BODY_REQUIRED)
    for inner in getattr(error.__cause__, "schema_errors", ()):
        yield from _schema_errors(inner, ())


def _schema_errors(error: Any, path: tuple[str | int, ...]) -> Iterator[FieldError]:
    """Yield the field errors for one error of the Python package jsonschema, below ``path``."""
    location = (*path, *error.absolute_path)
    keyword, value = error.validator, error.validator_value
    if keyword == "required":
        value = [name for name in value if name not in error.instance]
    elif keyword == "additionalProperties":
        value = [name for name in error.instance if name not in error.schema.get("properties", {})]
    elif keyword in ("anyOf", "oneOf") and error.context:
        branches: dict[Any, list[Any]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        branch = most_specific_branch(list(branches.values()), lambda inner: str(inner.validator))
        if branch is not None:
            for inner in branch:
                yield from _schema_errors(inner, path)
            return
    yield from field_errors_of(location, str(keyword), value)
