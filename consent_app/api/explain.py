"""What the reference library found wrong, as field_errors that name the place and the rule.

The library's own words echo what was sent, passwords too; only its errors' places and keywords are
used. It also has bugs on this path (a nullable query parameter raises): then it explains nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

from openapi_core.casting.schemas.exceptions import CastError
from openapi_core.protocols import Request as LibraryRequest
from openapi_core.validation.request.exceptions import (
    MissingParameterError,
    MissingRequestBodyError,
    ParameterValidationError,
    RequestBodyValidationError,
)

from consent_app.api.pointers import REQUIRED, faults_of, pointer, rule
from consent_app.api.schemas import telling_branch
from consent_app.errors import FieldError

BODY_REQUIRED = "a JSON body is required"

log = logging.getLogger(__name__)


def library_errors(library: Any, request: LibraryRequest) -> list[tuple[str, str, FieldError]]:
    """Ask the reference library about ``request`` (its own wrapper of it).

    Returns location, parameter name (empty for the body) and fault of each error it finds, none
    where it finds none or fails itself.
    """
    try:
        return list(_found(library.unmarshal(request).errors))
    except Exception as error:
        log.info("the reference library raised %s while explaining", type(error).__name__)
        return []


def _found(errors: Iterable[Exception]) -> Iterator[tuple[str, str, FieldError]]:
    for error in errors:
        if isinstance(error, ParameterValidationError):
            for fault in _parameter_faults(error):
                yield error.location, error.name, fault
        elif isinstance(error, RequestBodyValidationError):
            for fault in _body_faults(error):
                yield "body", "", fault


def _parameter_faults(error: ParameterValidationError) -> Iterator[FieldError]:
    path = (error.location, error.name)
    cause = error.__cause__
    if isinstance(error, MissingParameterError):
        yield FieldError(pointer(*path), REQUIRED)
    elif isinstance(cause, CastError) and cause.type:
        yield FieldError(pointer(*path), rule("type", cause.type))
    else:
        for inner in getattr(cause, "schema_errors", ()):
            yield from schema_errors(inner, path)


def _body_faults(error: RequestBodyValidationError) -> Iterator[FieldError]:
    if isinstance(error, MissingRequestBodyError):
        yield FieldError(pointer(), BODY_REQUIRED)
    for inner in getattr(error.__cause__, "schema_errors", ()):
        yield from schema_errors(inner, ())


def schema_errors(error: Any, path: tuple[str | int, ...]) -> Iterator[FieldError]:
    """Give the field_errors of one error of the Python package jsonschema, below ``path``."""
    place = (*path, *error.absolute_path)
    keyword, value = error.validator, error.validator_value
    if keyword == "required":
        value = [name for name in value if name not in error.instance]
    elif keyword == "additionalProperties":
        value = [name for name in error.instance if name not in error.schema.get("properties", {})]
    elif keyword in ("anyOf", "oneOf") and error.context:
        branches: dict[Any, list[Any]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(inner)
        branch = telling_branch(list(branches.values()), lambda inner: str(inner.validator))
        if branch is not None:
            for inner in branch:
                yield from schema_errors(inner, path)
            return
    yield from faults_of(place, str(keyword), value)
