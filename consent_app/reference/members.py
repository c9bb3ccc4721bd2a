"""The members of a schema of openapi.yaml, as texts and lists for a page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from consent_app.openapi.document import Document

Schema = Mapping[str, Any]

_LIMITS = (
    ("minLength", "at least {} characters"),
    ("maxLength", "at most {} characters"),
    ("minimum", "{} or more"),
    ("maximum", "{} at most"),
    ("minItems", "at least {} entries"),
    ("maxItems", "at most {} entries"),
    ("minProperties", "at least {} members"),
)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object, or a parameter: its name, its type, its meaning.

    ``location`` is where a parameter is sent: ``path``, ``query`` or ``header``; empty for members.
    ``variants`` are its possible shapes if there are several.
    """

    name: str
    kind: str
    description: str
    required: bool = False
    location: str = ""
    values: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    default: str | None = None
    example: str | None = None
    members: tuple[Member, ...] = ()
    variants: tuple[Variant, ...] = ()


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the shapes that a value may have."""

    title: str
    members: tuple[Member, ...]


class Schemas:
    """The schemas of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def member(
        self, name: str, schema: Schema, *, required: bool = False, opened: tuple[str, ...] = ()
    ) -> Member:
        """Describe a value by its schema; ``opened`` are the schemas around it."""
        core, is_nullable = self._core(schema)
        resolved = self._document.resolve(core)
        items = self._document.resolve(resolved.get("items", {}))
        inner, opened = self._inner(core, opened)
        description = schema.get("description") or resolved.get("description", "")
        return Member(
            name=name,
            kind=self._kind(resolved, items) + (" or null" if is_nullable else ""),
            description=description,
            required=required,
            values=tuple(_text(value) for value in (resolved.get("enum") or items.get("enum", ()))),
            limits=tuple(_limits(resolved)),
            default=_text(resolved["default"]) if "default" in resolved else None,
            members=tuple(self._members(inner, opened)),
            variants=tuple(self._variants(inner, opened)),
        )

    def _core(self, schema: Schema) -> tuple[Schema, bool]:
        """Return a schema without its null, and whether it allowed null."""
        branches = schema.get("anyOf", ())
        not_null = [branch for branch in branches if branch != {"type": "null"}]
        if len(not_null) == 1:
            return not_null[0], len(branches) > 1
        resolved = self._document.resolve(schema)
        if resolved is not schema and "anyOf" in resolved:
            return self._core(resolved)
        types = resolved.get("type")
        return schema, isinstance(types, list) and "null" in types

    def _inner(self, schema: Schema, opened: tuple[str, ...]) -> tuple[Schema, tuple[str, ...]]:
        """Return the schema of the objects within, unless it was opened above, and ``opened`` with
        it."""
        while True:
            if "$ref" in schema:
                ref = schema["$ref"]
                if ref in opened:
                    return {}, opened
                opened = (*opened, ref)
                schema = self._document.spec["components"]["schemas"][ref.rpartition("/")[2]]
            elif "items" in schema:
                schema = schema["items"]
            elif isinstance(schema.get("additionalProperties"), Mapping):
                schema = schema["additionalProperties"]
            else:
                return schema, opened

    def _members(self, schema: Schema, opened: tuple[str, ...]) -> Iterator[Member]:
        required = schema.get("required", ())
        for name, member in schema.get("properties", {}).items():
            yield self.member(name, member, required=name in required, opened=opened)

    def _variants(self, schema: Schema, opened: tuple[str, ...]) -> Iterator[Variant]:
        for branch in schema.get("oneOf", ()):
            shape, inside = self._inner(branch, opened)
            title = shape.get("description", "").partition("\n")[0]
            yield Variant(title, tuple(self._members(shape, inside)))

    def _kind(self, schema: Schema, items: Schema) -> str:
        if "oneOf" in schema:
            return "one of several objects"
        types = schema.get("type", "string" if "enum" in schema else "any")
        names = [types] if isinstance(types, str) else [name for name in types if name != "null"]
        kind = " or ".join(names)
        if kind == "array":
            return f"array of {self._kind(items, {})}s"
        if isinstance(schema.get("additionalProperties"), Mapping):
            return "object by name"
        return f"{kind} ({schema['format']})" if "format" in schema else kind


def _limits(schema: Schema) -> Iterator[str]:
    for name, words in _LIMITS:
        if name == "minLength" and schema.get(name) == 1:
            yield "not empty"
        elif name in schema:
            yield words.format(f"{schema[name]:,}" if abs(schema[name]) > 9999 else schema[name])
    if schema.get("uniqueItems"):
        yield "no entry twice"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
