"""Each operation's parameters, body and responses, compiled with jsonschema-rs.

``consent_app.api.validation`` uses them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import jsonschema_rs

from consent_app.openapi.document import DEFAULT_MAX_BODY, Document, DocumentError
from consent_app.openapi.json import JSON_TYPE, parse_timestamp
from consent_app.openapi.schemas import Compiler, Validator

ABSENT: Any = object()
_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?([eE][+-]?[0-9]{1,3})?", re.ASCII)
IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
"""Header parameters of these names are ignored, as OpenAPI demands: other parts describe them."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter or a response header: how its text becomes a value, and the value's validator."""

    name: str
    location: str
    variable: str
    """A header's name in the environment of WSGI, such as ``HTTP_IF_MATCH``."""
    required: bool
    kind: str
    item_kind: str | None
    explode: bool
    default: Any
    convert: Callable[[str], Any] | None
    validator: Validator

    def cast(self, texts: Sequence[str]) -> Any:
        """Return the JSON value of a text. A text that does not parse stays a string."""
        if self.kind == "array":
            items = texts if self.explode else texts[0].split(",")
            return [cast_text(text, self.item_kind or "string") for text in items]
        return cast_text(texts[0], self.kind)

    def converted(self, value: Any) -> Any:
        """Return a valid ``value`` as views get it: as a UUID, a datetime, or unchanged."""
        if self.convert is None or value is None:
            return value
        if self.kind == "array":
            return [self.convert(item) for item in value]
        return self.convert(value)


def cast_text(text: str, kind: str) -> Any:
    """Return ``text`` as a value of the JSON type ``kind``, or unchanged if it does not parse.

    Stricter than ``int`` and ``float``: only ASCII digits, at most 18 of them, and no infinities.
    """
    if kind == "string":
        return text
    if kind == "integer" and _INTEGER.fullmatch(text):
        return int(text)
    if kind == "number" and _NUMBER.fullmatch(text):
        number = float(text)
        if math.isfinite(number):
            return int(text) if _INTEGER.fullmatch(text) else number
    if kind == "boolean" and text in ("true", "false"):
        return text == "true"
    return text


_CONVERT: dict[str, Callable[[str], Any]] = {"uuid": UUID, "date-time": parse_timestamp}


def compile_parameter(
    document: Document, compiler: Compiler, entry: Mapping[str, Any], *, request: bool = True
) -> Parameter:
    """Compile a parameter or a response header. Raises DocumentError for unsupported styles."""
    name, location = entry["name"], entry["in"]
    schema = entry.get("schema")
    default_style = "form" if location == "query" else "simple"
    style = entry.get("style", default_style)
    if schema is None or style != default_style or location == "cookie":
        raise DocumentError(f"the parameter {name} has a form that is not supported")
    kind, text_format = document.type_of(schema)
    item_kind = None
    if kind == "array":
        items = document.resolve(schema).get("items", {})
        item_kind, text_format = document.type_of(items)
    if kind in ("object", "null") or item_kind in ("object", "array", "null"):
        raise DocumentError(f"the parameter {name} has a type that is not supported")
    return Parameter(
        name=name,
        location=location,
        variable=f"HTTP_{name.upper().replace('-', '_')}",
        required=entry.get("required", False),
        kind=kind,
        item_kind=item_kind,
        explode=entry.get("explode", location == "query"),
        default=document.resolve(schema).get("default", ABSENT),
        convert=_CONVERT.get(text_format or ""),
        validator=compiler.validator(schema, request=request),
    )


@dataclass(frozen=True, slots=True)
class Body:
    """The request body that an operation accepts."""

    required: bool
    max_bytes: int
    validator: Validator


@dataclass(frozen=True, slots=True)
class DeclaredResponse:
    """The valid responses of an operation with one status. ``media`` has validators by media type.

    ``items`` validates one item of a JSON array, for streaming.
    """

    media: Mapping[str, Validator | None]
    headers: tuple[Parameter, ...]
    items: Validator | None


@dataclass(frozen=True, slots=True)
class Operation:
    """A compiled operation. ``method`` is in upper case."""

    operation_id: str
    route_name: str
    pattern: str
    method: str
    query: tuple[Parameter, ...]
    path: tuple[Parameter, ...]
    header: tuple[Parameter, ...]
    query_names: frozenset[str]
    unknown_query: bool
    body: Body | None
    responses: Mapping[str, DeclaredResponse]
    success_status: int | None
    limits: tuple[str, ...]
    """The names of the rate limits that count this operation's caller."""

    def response(self, status: int) -> DeclaredResponse | None:
        """Return the declared response for ``status``, or None."""
        responses = self.responses
        return (
            responses.get(str(status))
            or responses.get(f"{status // 100}XX")
            or responses.get("default")
        )


def compile_operations(document: Document) -> dict[tuple[str, str], Operation]:
    """Compile every operation, by route name and upper-case method. Raises DocumentError."""
    compiler = _OperationCompiler(document)
    operations = {}
    for pattern, method, item, _ in document.operations():
        try:
            operation = compiler.compile(pattern, method, item)
        except (DocumentError, jsonschema_rs.ValidationError) as error:
            raise DocumentError(f"{method.upper()} {pattern}: {error}") from error
        operations[operation.route_name, operation.method] = operation
    return operations


def compile_operation(document: Document, pattern: str, method: str) -> Operation:
    """Compile one operation, by its path and lower-case method. Raises DocumentError."""
    return _OperationCompiler(document).compile(pattern, method, document.spec["paths"][pattern])


class _OperationCompiler:
    """Compiles the operations of one document; a response that they share, once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._compiler = Compiler(document)
        self._responses: dict[int, DeclaredResponse] = {}

    def compile(self, pattern: str, method: str, item: Mapping[str, Any]) -> Operation:
        """Compile one operation of a path item."""
        source = item[method]
        route_name = item.get("x-pyramid-route-name")
        if not route_name:
            raise DocumentError("the path has no x-pyramid-route-name")
        parameters = [
            compile_parameter(self._document, self._compiler, entry)
            for entry in self._document.parameters(item, source)
            if entry["in"] != "header" or entry["name"].lower() not in IGNORED_HEADERS
        ]
        by_location = {
            location: tuple(entry for entry in parameters if entry.location == location)
            for location in ("query", "path", "header")
        }
        responses = {
            str(status): self._response(self._document.resolve(response))
            for status, response in source["responses"].items()
        }
        successes = [int(status) for status in responses if status.startswith("2")]
        return Operation(
            operation_id=source.get("operationId", ""),
            route_name=route_name,
            pattern=pattern,
            method=method.upper(),
            query=by_location["query"],
            path=by_location["path"],
            header=by_location["header"],
            query_names=frozenset(entry.name for entry in by_location["query"]),
            unknown_query=item.get("x-unknown-query") == "ignore",
            body=self._body(source),
            responses=responses,
            success_status=successes[0] if len(successes) == 1 else None,
            limits=_limits(self._document, source),
        )

    def _body(self, source: Mapping[str, Any]) -> Body | None:
        if "requestBody" not in source:
            return None
        entry = self._document.resolve(source["requestBody"])
        if list(entry["content"]) != [JSON_TYPE]:
            raise DocumentError(f"a body other than {JSON_TYPE} is not supported")
        return Body(
            required=entry.get("required", False),
            max_bytes=source.get("x-max-body", DEFAULT_MAX_BODY),
            validator=self._compiler.validator(entry["content"][JSON_TYPE]["schema"], request=True),
        )

    def _response(self, response: Mapping[str, Any]) -> DeclaredResponse:
        # The document keeps each response alive, so its id is its own.
        if id(response) not in self._responses:
            self._responses[id(response)] = self._compiled_response(response)
        return self._responses[id(response)]

    def _compiled_response(self, response: Mapping[str, Any]) -> DeclaredResponse:
        media: dict[str, Validator | None] = {}
        items = None
        for media_type, content in response.get("content", {}).items():
            schema = content.get("schema")
            is_json = media_type == JSON_TYPE or media_type.endswith("+json")
            media[media_type] = (
                self._compiler.validator(schema, request=False)
                if is_json and schema is not None
                else None
            )
            resolved = self._document.resolve(schema)
            if media_type == JSON_TYPE and resolved is not None and resolved.get("type") == "array":
                items = self._compiler.validator(resolved.get("items", True), request=False)
        headers = tuple(
            compile_parameter(
                self._document,
                self._compiler,
                {**self._document.resolve(header), "name": name, "in": "header"},
                request=False,
            )
            for name, header in response.get("headers", {}).items()
            if name.lower() != "content-type"
        )
        return DeclaredResponse(media=media, headers=headers, items=items)


def _limits(document: Document, source: Mapping[str, Any]) -> tuple[str, ...]:
    names = tuple(source.get("x-rate-limits", ()))
    unknown = [name for name in names if name not in document.rate_limits]
    if unknown:
        raise DocumentError(f"there is no rate limit named {', '.join(unknown)}")
    return names
