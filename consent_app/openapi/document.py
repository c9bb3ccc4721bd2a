"""Reading the OpenAPI document: resolving references and collecting each operation's parts.

Only the parts of OpenAPI that this service uses are supported. Anything else (cookie parameters,
other body types, ``deepObject``) raises DocumentError at start, so that everything is validated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

METHODS = ("get", "put", "post", "delete", "patch")
DEFAULT_MAX_BODY = 64 * 1024


class DocumentError(ValueError):
    """The document uses something that this service cannot validate."""


class Document:
    """An OpenAPI 3.1 document as plain values, with references resolved on demand."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        self.spec = spec

    def resolve(self, value: Any) -> Any:
        """Follow ``$ref`` to the end. Raises DocumentError for a broken reference."""
        followed = set()
        while isinstance(value, Mapping) and "$ref" in value:
            ref = value["$ref"]
            if not ref.startswith("#/") or ref in followed:
                raise DocumentError(f"cannot follow the reference {ref}")
            followed.add(ref)
            value = self.spec
            for part in ref[2:].split("/"):
                try:
                    value = value[part.replace("~1", "/").replace("~0", "~")]
                except KeyError:
                    raise DocumentError(f"the reference {ref} points to nothing") from None
        return value

    @property
    def rate_limits(self) -> Mapping[str, Mapping[str, Any]]:
        """The rate limits of callers by name: ``amount``, ``seconds`` and ``per``."""
        limits: Mapping[str, Mapping[str, Any]] = self.spec.get("x-rate-limit-policies", {})
        return limits

    def paths(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield each path pattern with its path item."""
        yield from self.spec["paths"].items()

    def operations(self) -> Iterator[tuple[str, str, Mapping[str, Any], Mapping[str, Any]]]:
        """Yield pattern, lower-case method, path item and operation for each operation."""
        for pattern, item in self.paths():
            for method in METHODS:
                if method in item:
                    yield pattern, method, item, item[method]

    def parameters(
        self, item: Mapping[str, Any], operation: Mapping[str, Any]
    ) -> list[Mapping[str, Any]]:
        """Return an operation's parameters. They replace the path item's of the same name."""
        merged: dict[tuple[str, str], Mapping[str, Any]] = {}
        for source in (item.get("parameters", ()), operation.get("parameters", ())):
            for entry in source:
                parameter = self.resolve(entry)
                merged[parameter["in"], parameter["name"]] = parameter
        return list(merged.values())

    def type_of(self, schema: Any) -> tuple[str, str | None]:
        """Return the one type other than null that a parameter's schema allows, and its format.

        Raises DocumentError for a schema that allows several.
        """
        schema = self.resolve(schema)
        if not isinstance(schema, Mapping):
            raise DocumentError("a parameter needs a schema")
        for key in ("anyOf", "oneOf"):
            branches = [self.type_of(branch) for branch in schema.get(key, ())]
            types = {branch for branch in branches if branch[0] != "null"}
            if len(types) > 1:
                raise DocumentError("a parameter may have one type and null only")
            if types:
                return types.pop()
        declared = schema.get("type")
        if declared is None and "enum" in schema:
            return "string", None
        names = [declared] if isinstance(declared, str) else list(declared or ("string",))
        names = [name for name in names if name != "null"] or ["null"]
        if len(names) > 1:
            raise DocumentError("a parameter may have one type and null only")
        return names[0], schema.get("format")
