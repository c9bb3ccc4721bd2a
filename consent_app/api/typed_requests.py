"""A request as a view sees it: typed and converted as the document describes.

``consent_app.operations`` has a subclass of ``ApiRequest`` for each operation, generated from
openapi.yaml by ``make operations``, so that mypy checks every view against the document.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar
from uuid import UUID

from consent_app.context import Context
from consent_app.http.request import Request
from consent_app.openapi.json import parse_timestamp

_CONVERSIONS: dict[str, Callable[[str], Any]] = {"UUID": UUID, "datetime": parse_timestamp}
_WORD_START = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def attribute_name(name: str) -> str:
    """Return the attribute for a name of the document.

    ``organizationName`` becomes ``organization_name``, ``If-Match`` ``if_match``, ``from``
    ``from_``.
    """
    text = _WORD_START.sub("_", name).replace("-", "_").lower()
    return f"{text}_" if keyword.iskeyword(text) else text


class Values:
    """The members of a body, or the parameters of one location, as attributes.

    A member that was not sent is None, or the document's default. ``names`` lists the document's
    names. Annotations mark the members that are UUIDs and datetimes.
    """

    __slots__ = ("_sent",)

    names: ClassVar[tuple[str, ...]] = ()
    defaults: ClassVar[Mapping[str, Any]] = {}
    _members: ClassVar[tuple[tuple[str, str, Callable[[str], Any] | None], ...]] = ()

    def __init_subclass__(cls) -> None:
        members = []
        for name in cls.names:
            attribute = attribute_name(name)
            words = re.findall(r"\w+", str(cls.__annotations__[attribute]))
            conversion = next((_CONVERSIONS[word] for word in words if word in _CONVERSIONS), None)
            members.append((name, attribute, conversion))
        cls._members = tuple(members)

    def __init__(self, values: Mapping[str, Any] | None) -> None:
        values = values or {}
        self._sent: dict[str, Any] = {}
        for name, attribute, conversion in self._members:
            if name in values:
                value = values[name]
                if conversion is not None:
                    value = _converted(value, conversion)
                self._sent[attribute] = value
            else:
                value = self.defaults.get(attribute)
            setattr(self, attribute, value)

    def sent(self) -> dict[str, Any]:
        """Return only the members that were sent, by attribute: the changes of a PATCH."""
        return dict(self._sent)


def _converted(value: Any, conversion: Callable[[str], Any]) -> Any:
    if isinstance(value, str):
        return conversion(value)
    if isinstance(value, list):
        return [_converted(item, conversion) for item in value]
    return value


class Empty(Values):
    """No members."""

    __slots__ = ()


PathT = TypeVar("PathT", bound=Values)
QueryT = TypeVar("QueryT", bound=Values)
HeaderT = TypeVar("HeaderT", bound=Values)
BodyT = TypeVar("BodyT", bound=Values)


class ApiRequest(Generic[PathT, QueryT, HeaderT, BodyT]):
    """One valid request of an operation: its values, and the context of the call.

    ``http`` is Pyramid's request, for the few views that need more of HTTP.
    """

    __slots__ = ("body", "header", "http", "path", "query")

    operation_id: ClassVar[str]
    types: ClassVar[tuple[type[Values], type[Values], type[Values], type[Values]]]

    path: PathT
    query: QueryT
    header: HeaderT
    body: BodyT

    def __init__(self, http: Request) -> None:
        self.http = http
        validated = http.openapi_validated
        parameters = validated.parameters
        path, query, header, body = self.types
        self.path = path(parameters.path)  # type: ignore[assignment]
        self.query = query(parameters.query)  # type: ignore[assignment]
        self.header = header(parameters.header)  # type: ignore[assignment]
        self.body = body(validated.body)  # type: ignore[assignment]

    @property
    def json_body(self) -> Any:
        """The whole validated body, unconverted, for use cases that store all of it."""
        return self.http.openapi_validated.body

    @property
    def ctx(self) -> Context:
        """The context of this call."""
        return self.http.ctx
