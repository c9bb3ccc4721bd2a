"""Validating requests and responses: accept fast, explain slowly.

Only the compiled validators accept a request. One that they refuse goes to the reference library,
which finds the errors to report. If it finds none, the request is refused all the same, with the
compiled validators' own errors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from consent_app.errors import (
    AppError,
    FieldError,
    UnsupportedMediaType,
    ValidationFailed,
)
from consent_app.http.json_response import JsonResponse
from consent_app.http.request import Parameters, Request, Validated
from consent_app.http.streaming import StreamedResponse
from consent_app.openapi import schemas
from consent_app.openapi.compiled_operations import (
    ABSENT,
    Body,
    DeclaredResponse,
    Operation,
    Parameter,
)
from consent_app.openapi.json import JSON_TYPE, JsonError, loads
from consent_app.openapi.pointers import BODY_REQUIRED, REQUIRED, UNKNOWN, pointer
from consent_app.openapi.request_errors import BODY, MAX_FIELD_ERRORS, RequestErrors

if TYPE_CHECKING:
    from consent_app.api.explanations import Library


class Explainer:
    """The reference library over the document ``spec``, created with the first refusal."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        self.library = cache(lambda: _make_library(spec))


def _make_library(spec: Mapping[str, Any]) -> Library:
    from consent_app.api.explanations import Library

    return Library(spec)


class RequestValidator:
    """Validates requests. ``explainer`` describes the errors of small ones."""

    def __init__(self, explainer: Explainer) -> None:
        self._explainer = explainer

    def validated(self, request: Request) -> Validated:
        """Return the valid parts of a request, or its error. Never raises for bad input."""
        operation = request.operation
        parameters = Parameters()
        errors = RequestErrors()
        try:
            _read_query(operation, request, parameters.query, errors)
            if operation.path:
                _read_path(operation, request, parameters.path, errors)
            if operation.header:
                _read_header(operation, request, parameters.header, errors)
            body = _read_body(operation.body, request, errors) if operation.body else None
        except AppError as error:
            return Validated(parameters, error=error)
        if errors:
            return Validated(parameters, error=self._explain(request, errors))
        return Validated(parameters, body)

    def _explain(self, request: Request, errors: RequestErrors) -> ValidationFailed:
        field_errors = list(errors.field_errors)
        if errors.unexplained and not errors.small:
            field_errors += chain.from_iterable(errors.unexplained.values())
        elif errors.unexplained:
            explained: dict[tuple[str, str], list[FieldError]] = {}
            for location, name, field_error in self._explainer.library().request_errors(request):
                explained.setdefault((location, name), []).append(field_error)
            for part, compiled in errors.unexplained.items():
                field_errors += explained.get(part) or compiled
        return ValidationFailed(field_errors=_one_for_each_value(field_errors))


def _one_for_each_value(field_errors: Iterable[FieldError]) -> tuple[FieldError, ...]:
    """Return one error for each location: the last one, since patterns follow lengths and say
    more."""
    by_pointer = {error.pointer: error for error in field_errors}
    return tuple(islice(by_pointer.values(), MAX_FIELD_ERRORS))


def _read_query(
    operation: Operation, request: Request, values: dict[str, Any], errors: RequestErrors
) -> None:
    raw = request.environ.get("QUERY_STRING", "")
    if not raw and not operation.query:
        return
    sent: dict[str, list[str]] = {}
    if raw:
        if not _decodable(raw):
            if not operation.unknown_query or operation.query:
                errors.field_errors.append(FieldError(pointer("query"), "must be UTF-8"))
            return
        errors.bytes += len(raw)
        for name, text in request.GET.items():
            errors.values += 1
            sent.setdefault(name, []).append(text)
        if not operation.unknown_query and not sent.keys() <= operation.query_names:
            errors.field_errors.extend(_unknown_errors(operation, sent))
    for parameter in operation.query:
        _read_parameter(parameter, sent.get(parameter.name), values, errors)


def _unknown_errors(operation: Operation, sent: Iterable[str]) -> Iterator[FieldError]:
    for name in islice(sent, MAX_FIELD_ERRORS + len(operation.query_names)):
        if name not in operation.query_names:
            # Very long names are cut, so that the response does not repeat them.
            part = ("query", name) if len(name) <= 64 else ("query",)
            yield FieldError(pointer(*part), UNKNOWN)


def _decodable(raw: str) -> bool:
    if "%" not in raw and raw.isascii():
        return True
    try:
        unquote_to_bytes(raw.encode("latin-1")).decode("utf-8")
    except UnicodeError:
        return False
    return True


def _read_path(
    operation: Operation, request: Request, values: dict[str, Any], errors: RequestErrors
) -> None:
    for parameter in operation.path:
        _read_parameter(parameter, [request.matchdict[parameter.name]], values, errors)


def _read_header(
    operation: Operation, request: Request, values: dict[str, Any], errors: RequestErrors
) -> None:
    for parameter in operation.header:
        text = request.environ.get(parameter.variable)
        _read_parameter(parameter, None if text is None else [text], values, errors)


def _read_parameter(
    parameter: Parameter, texts: Sequence[str] | None, values: dict[str, Any], errors: RequestErrors
) -> None:
    part = (parameter.location, parameter.name)
    if texts is None:
        if parameter.default is not ABSENT:
            values[parameter.name] = parameter.default
        elif parameter.required:
            errors.field_errors.append(FieldError(pointer(*part), REQUIRED))
        return
    if len(texts) > 1 and not (parameter.kind == "array" and parameter.explode):
        errors.field_errors.append(FieldError(pointer(*part), "must be given once"))
        return
    if "\x00" in (texts[0] if len(texts) == 1 else "".join(texts)):
        errors.field_errors.append(FieldError(pointer(*part), "must not contain NUL characters"))
        return
    value = parameter.cast(texts)
    if schemas.is_valid(parameter.validator, value):
        values[parameter.name] = parameter.converted(value)
    else:
        errors.refuse(part, parameter.validator, value)
        errors.unexplained[part] = [
            FieldError(pointer(*part), error.message) for error in errors.unexplained[part]
        ]


def _read_body(body: Body, request: Request, errors: RequestErrors) -> Any:
    raw = request.read_body(body.max_bytes)
    if not raw:
        if body.required:
            errors.field_errors.append(FieldError(pointer(), BODY_REQUIRED))
        return None
    errors.body = raw
    media_type = request.environ.get("CONTENT_TYPE", "")
    if media_type != JSON_TYPE and media_type.partition(";")[0].strip().lower() != JSON_TYPE:
        raise UnsupportedMediaType
    try:
        value = loads(raw)
    except JsonError as error:
        paths = error.paths[:MAX_FIELD_ERRORS]
        errors.field_errors.extend(FieldError(pointer(*path), str(error)) for path in paths)
        return None
    if not schemas.is_valid(body.validator, value):
        errors.refuse(BODY, body.validator, value)
    return value


class ResponseValidator:
    """Validates responses. ``explainer`` describes its errors."""

    def __init__(self, explainer: Explainer) -> None:
        self._explainer = explainer

    def errors(self, request: Request, response: Any) -> list[str]:
        """Return why a response is not valid: locations and rules, no values. Empty if it is valid.

        The body of a streamed or file response is never read. Its rows are validated while they are
        sent (``consent_app.http.streaming``).
        """
        declared = request.operation.response(response.status_int)
        if declared is None:
            if response.status_int == 500:
                # A server error that is logged already. No operation declares it.
                return []
            return [f"the status {response.status_int} is not declared"]
        errors = _header_errors(declared, response) if declared.headers else []
        if not declared.media:
            return errors if _is_empty(response) else [*errors, "a body is not declared"]
        # The header of a JSON response is not parsed again.
        is_json = isinstance(response, JsonResponse)
        content_type = response.media_type if is_json else response.content_type
        if content_type not in declared.media:
            return [*errors, f"the type {content_type} is not declared"]
        validator = declared.media[content_type]
        if validator is None or isinstance(response, StreamedResponse):
            return errors
        if is_json:
            payload = response.payload
        elif isinstance(response.app_iter, list):
            try:
                payload = loads(response.body)
            except JsonError:
                return [*errors, "the body is not JSON"]
        else:
            return [*errors, "a JSON response must be a payload or a StreamedResponse"]
        if schemas.is_valid(validator, payload):
            return errors
        return errors + self._explain(request, response, validator, payload)

    def _explain(self, request: Request, response: Any, validator: Any, payload: Any) -> list[str]:
        field_errors = self._explainer.library().response_errors(request, response)
        field_errors = field_errors or schemas.field_errors(validator, payload)
        return [
            f"{error.pointer} {error.message}" for error in field_errors[:MAX_FIELD_ERRORS]
        ] or ["invalid"]


def _is_empty(response: Any) -> bool:
    return response.content_length in (None, 0) and response.app_iter in ([], [b""], ())


def _header_errors(declared: DeclaredResponse, response: Any) -> list[str]:
    errors = []
    for header in declared.headers:
        text = response.headers.get(header.name)
        if text is None:
            if header.required:
                errors.append(f"the header {header.name} is missing")
        elif not schemas.is_valid(header.validator, header.cast([text])):
            errors.append(f"the header {header.name} is not valid")
    return errors
