"""JSON Schemas, compiled with jsonschema-rs, which validate values and locate their errors.

Formats are checked too, which the library does only on request. The code that parses a request's
date-times also validates them, so that parsing an accepted one never fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

import jsonschema_rs
import orjson

from consent_app.errors import FieldError
from consent_app.openapi.document import Document
from consent_app.openapi.json import parse_timestamp
from consent_app.openapi.pointers import field_errors_of, pointer
from consent_app.text import is_visible

_SCHEMAS = "#/components/schemas/"
_LINEAR_PATTERNS = jsonschema_rs.RegexOptions()
"""An engine that never backtracks. A pattern that needs backtracking (a look-around) fails at
start."""


class Validator(Protocol):
    """The methods of a compiled jsonschema-rs validator that are used here."""

    def is_valid(self, instance: Any) -> bool:
        """Return whether ``instance`` is valid."""
        ...

    def validate(self, instance: Any) -> None:
        """Raise the first error, if there is one."""
        ...

    def iter_errors(self, instance: Any) -> Iterator[Any]:
        """Yield every error. The library collects them all first."""
        ...


def _is_timestamp(text: str) -> bool:
    try:
        parse_timestamp(text)
    except ValueError:
        return False
    return True


class _Visible:
    """The keyword ``x-visible``: at least one character of a text can be seen."""

    def __init__(self, parent_schema: Any, value: Any, schema_path: list[str | int]) -> None:
        self._applies = value is True

    def validate(self, instance: Any) -> None:
        """Raise ValueError for a text without a visible character."""
        if self._applies and isinstance(instance, str) and not is_visible(instance):
            raise ValueError("no visible character")


class Compiler:
    """Compiles schemas of one document, draft 2020-12, with references into ``#/components``."""

    def __init__(self, document: Document) -> None:
        self._schemas: dict[str, Any] = document.spec.get("components", {}).get("schemas", {})
        self._compiled: dict[tuple[bytes, bool], Validator] = {}

    def validator(self, schema: Any, *, request: bool) -> Validator:
        """Compile ``schema``. ``request`` checks date-times and names with this service's own code.

        Each schema is compiled once, together with only the components that it refers to: a copy of
        all components in each of a thousand validators would take half a gigabyte per process.
        """
        key = orjson.dumps(schema, option=orjson.OPT_SORT_KEYS), request
        if key not in self._compiled:
            formats: dict[str, Callable[..., bool]] = (
                {"date-time": _is_timestamp} if request else {}
            )
            needed: dict[str, Any] = {}
            self._collect(schema, needed)
            standalone = {"allOf": [schema], "components": {"schemas": needed}}
            self._compiled[key] = jsonschema_rs.Draft202012Validator(
                standalone,
                validate_formats=True,
                formats=formats,
                keywords={"x-visible": _Visible} if request else {},
                mask="a value",
                pattern_options=_LINEAR_PATTERNS,
            )
        return self._compiled[key]

    def _collect(self, node: Any, needed: dict[str, Any]) -> None:
        """Add to ``needed`` the components that ``node`` refers to, directly or indirectly."""
        if isinstance(node, Mapping):
            name = str(node.get("$ref", "")).removeprefix(_SCHEMAS)
            if name in self._schemas and name not in needed:
                needed[name] = self._schemas[name]
                self._collect(needed[name], needed)
            for child in node.values():
                self._collect(child, needed)
        elif isinstance(node, list):
            for child in node:
                self._collect(child, needed)


def is_valid(validator: Validator, value: Any) -> bool:
    """Return whether ``value`` is valid. A value too deep for the validator is not."""
    try:
        return validator.is_valid(value)
    except ValueError:
        return False


def field_errors(
    validator: Validator, value: Any, path: tuple[str | int, ...] = ()
) -> list[FieldError]:
    """Return the errors that the compiled validator finds in ``value``, located at ``path``."""
    try:
        invalid = list(validator.iter_errors(value))
        return [field_error for error in invalid for field_error in _errors_of(error, path)]
    except ValueError:
        return [FieldError(pointer(*path), "is nested too deeply to be checked")]


def first_field_errors(
    validator: Validator, value: Any, path: tuple[str | int, ...] = (), *, max_errors: int
) -> list[FieldError]:
    """Return the field errors of the first error, ``max_errors`` at most.

    Unlike ``field_errors``, its time depends on the value's size only, not on the number of errors.
    """
    try:
        validator.validate(value)
    except jsonschema_rs.ValidationError as error:
        return list(islice(_errors_of(error, path), max_errors))
    except ValueError:
        return [FieldError(pointer(*path), "is nested too deeply to be checked")]
    return []


def _errors_of(error: Any, path: tuple[str | int, ...]) -> Iterator[FieldError]:
    keyword = error.kind.name
    value = error.kind.value
    location = (*path, *error.instance_path)
    if keyword in ("anyOf", "oneOf") and isinstance(value, list):
        branch = most_specific_branch(value, lambda inner: inner.kind.name)
        if branch is not None:
            for inner in branch:
                yield from _errors_of(inner, path)
            return
    if keyword == "required":
        value = [value] if isinstance(value, str) else value
    yield from field_errors_of(location, keyword, value)


def most_specific_branch(
    branches: Sequence[Sequence[Any]], keyword: Callable[[Any], str]
) -> Sequence[Any] | None:
    """Return the one branch of an ``anyOf`` whose errors help the caller, or None.

    A branch that only says "not this type" (the null of a nullable value) explains nothing.
    """
    specific = [errors for errors in branches if any(keyword(error) != "type" for error in errors)]
    return specific[0] if len(specific) == 1 else None
