"""Whatever a client sends has a bound: an integer that a column can store, a text, a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from consent_app.openapi.document import Document

_BOUNDS = {
    "integer": {"maximum", "exclusiveMaximum"},
    "string": {"maxLength", "pattern", "format"},
    "array": {"maxItems"},
}
_BOUNDED_ELSEWHERE = {
    # By the setting consent.export_max_rows.
    "#/components/parameters/ReceiptLimit/schema": "integer",
    # By the size of the header section: Stripe's signature.
    "#/paths/~1v1~1billing~1webhook/post/parameters/0/schema": "string",
    # By the size of the body.
    "#/components/schemas/MailPreferencesRequest/properties/workspaces": "array",
    "#/components/schemas/WorkspaceMailChoices/properties/mails": "array",
}


def unbounded(document: Document) -> Iterator[tuple[str, str]]:
    """Give the places of schemas in requests without a bound, each with its type."""
    seen: set[str] = set()
    for path, item in document.spec["paths"].items():
        place = f"#/paths/{_escaped(path)}"
        yield from _unbounded(document, item.get("parameters", []), f"{place}/parameters", seen)
        for method, operation in item.items():
            if isinstance(operation, Mapping):
                for name in ("parameters", "requestBody"):
                    part = operation.get(name, {})
                    yield from _unbounded(document, part, f"{place}/{method}/{name}", seen)


def _unbounded(
    document: Document, node: Any, place: str, seen: set[str]
) -> Iterator[tuple[str, str]]:
    if isinstance(node, list):
        for index, child in enumerate(node):
            yield from _unbounded(document, child, f"{place}/{index}", seen)
    elif isinstance(node, Mapping) and "$ref" in node:
        if node["$ref"] not in seen:
            seen.add(node["$ref"])
            yield from _unbounded(document, document.resolve(node), node["$ref"], seen)
    elif isinstance(node, Mapping):
        kind = node.get("type")
        bounds = _BOUNDS.get(kind) if isinstance(kind, str) else None
        if bounds is not None and not node.keys() & (bounds | {"enum"}):
            yield place, node["type"]
        for key, child in node.items():
            if key not in ("example", "examples", "default", "const", "enum"):
                yield from _unbounded(document, child, f"{place}/{_escaped(key)}", seen)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def test_whatever_a_client_sends_has_a_bound(document: Document) -> None:
    advice = "add a maximum, a maxLength or a maxItems: a longer value would fail in the database"
    assert dict(unbounded(document)) == _BOUNDED_ELSEWHERE, advice


def test_what_has_no_bound_is_found() -> None:
    schema = {
        "type": "object",
        "properties": {
            "size": {"type": "integer", "minimum": 1},
            "names": {"type": "array", "items": {"type": "string"}},
            "kind": {"type": "string", "enum": ["a", "b"]},
            "count": {"type": "integer", "maximum": 9},
        },
    }
    parameter = {"name": "page", "in": "query", "schema": {"type": "integer"}}
    spec = {
        "paths": {
            "/x": {
                "parameters": [{"$ref": "#/components/parameters/Page"}],
                "post": {"requestBody": {"content": {"application/json": {"schema": schema}}}},
            }
        },
        "components": {"parameters": {"Page": parameter}},
    }
    body = "#/paths/~1x/post/requestBody/content/application~1json/schema/properties"
    assert dict(unbounded(Document(spec))) == {
        "#/components/parameters/Page/schema": "integer",
        f"{body}/size": "integer",
        f"{body}/names": "array",
        f"{body}/names/items": "string",
    }
