"""openapi.yaml as OpenAPI 3.0.4, for the many tools that do not support 3.1.

``derived`` converts the document mechanically. The result accepts and refuses the same values with
one exception: conditions (``if``, ``then``, ``else``) are left out, because the equivalents in 3.0
would lead to useless classes in generated code. The descriptions state them, and the service
enforces them. Annotations without an equivalent are left out too. Any other keyword without an
equivalent raises ``NoCounterpartError``, so that nothing is lost unnoticed.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from tools.yaml_files import read_yaml

VERSION = "3.0.4"
HEAD = """\
# Derived from openapi.yaml by `make clients`; not edited by hand.
# OpenAPI 3.0, for tools that do not read 3.1: docs/clients.md tells which to feed with it.
"""
# A schema that only allows null. "This schema or null" is often written as nullable next to allOf,
# but in 3.0.4 nullable only widens the type in the same schema, so the referenced schema still
# refuses null. With the type, openapi-generator treats it as null; without, it merges it with
# enums.
NULL: Mapping[str, Any] = {"type": "object", "nullable": True, "enum": [None]}
NEVER: Mapping[str, Any] = {"not": {}}

# The objects of the specification that lead to schemas, with the kind of their members: one, a list
# ("[kind]") or a map by name ("{kind}").
_KINDS: Mapping[str, Mapping[str, str]] = {
    "document": {"paths": "{path}", "components": "components"},
    "components": {
        "schemas": "{schema}",
        "responses": "{response}",
        "parameters": "{parameter}",
        "requestBodies": "{body}",
        "headers": "{parameter}",
        "callbacks": "{callback}",
    },
    "path": {
        "parameters": "[parameter]",
        **dict.fromkeys(
            ("get", "put", "post", "delete", "options", "head", "patch", "trace"), "operation"
        ),
    },
    "operation": {
        "parameters": "[parameter]",
        "requestBody": "body",
        "responses": "{response}",
        "callbacks": "{callback}",
    },
    "parameter": {"schema": "schema", "content": "{media}"},
    "body": {"content": "{media}"},
    "response": {"headers": "{parameter}", "content": "{media}"},
    "media": {"schema": "schema", "encoding": "{encoding}"},
    "encoding": {"headers": "{parameter}"},
}
_UNCHANGED = frozenset(
    "title description default example enum format pattern multipleOf maxLength minLength "
    "maximum minimum maxItems minItems uniqueItems maxProperties minProperties required nullable "
    "readOnly writeOnly deprecated discriminator xml externalDocs".split()
)
_LEFT_OUT = frozenset(
    "$schema $id $anchor $comment contentEncoding contentMediaType contentSchema "
    "if then else".split()
)
_ONE = ("additionalProperties", "items", "not")
_MANY = ("allOf", "anyOf", "oneOf")


class NoCounterpartError(ValueError):
    """Raised for a keyword that has no equivalent in OpenAPI 3.0."""


def derived(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return an OpenAPI 3.1 document as 3.0.4. Raises NoCounterpartError.

    To avoid warnings of openapi-generator, a request body's example becomes its schema's, and the
    items of a component that is an array become a component too.
    """
    if document.get("webhooks") or document.get("components", {}).get("pathItems"):
        raise NoCounterpartError("webhooks and pathItems are not in OpenAPI 3.0")
    converted: dict[str, Any] = _converted(document, "document")
    for key in ("webhooks", "jsonSchemaDialect"):
        converted.pop(key, None)
    converted.setdefault("components", {}).pop("pathItems", None)
    converted["openapi"] = VERSION
    converted["info"] = _info(document.get("info", {}))
    converted.setdefault("paths", {})
    bodies = [operation.get("requestBody", {}) for operation in _operations(converted)]
    for body in [*converted["components"].get("requestBodies", {}).values(), *bodies]:
        for media in body.get("content", {}).values():
            _move_example(converted, media)
    _drop_moved(document, converted)
    _name_items(converted["components"].get("schemas", {}))
    if not converted["components"]:
        del converted["components"]
    return converted


def schema(options: Any) -> dict[str, Any]:
    """Return one JSON Schema (2020-12) as a Schema Object of OpenAPI 3.0."""
    if isinstance(options, bool):
        return {} if options else dict(NEVER)
    if "$ref" in options:
        beside = {key: value for key, value in options.items() if key != "$ref"}
        if not beside:
            return dict(options)
        converted = schema(beside)
        return converted | {"allOf": [{"$ref": options["$ref"]}, *converted.get("allOf", [])]}
    converted = {}
    for key, value in options.items():
        if key in _ONE:
            whole = key == "additionalProperties" and isinstance(value, bool)
            converted[key] = value if whole else schema(value)
        elif key in _MANY:
            converted[key] = [dict(NULL) if _is_null(item) else schema(item) for item in value]
        elif key == "properties":
            converted[key] = {name: schema(item) for name, item in value.items()}
        elif key in _UNCHANGED or key.startswith("x-"):
            converted[key] = copy.deepcopy(value)
        elif key == "const":
            converted["enum"] = [copy.deepcopy(value)]
        elif key == "examples":
            if value:
                converted.setdefault("example", copy.deepcopy(value[0]))
        elif key == "type":
            _type(converted, value)
        elif key in ("exclusiveMinimum", "exclusiveMaximum"):
            _exclusive(converted, options, key)
        elif key not in _LEFT_OUT:
            raise NoCounterpartError(f"{key} is not in OpenAPI 3.0")
    if converted.get("type") == "array":
        converted.setdefault("items", {})
    return converted


def text(document: Path) -> str:
    """Return the 3.0 document of an OpenAPI 3.1 file as YAML, with a comment that says so."""
    return HEAD + yaml.dump(
        derived(read_yaml(document)), Dumper=_Dumper, sort_keys=False, width=100, allow_unicode=True
    )


def _converted(node: Any, kind: str) -> Any:
    if kind == "schema":
        return schema(node)
    if kind == "callback":
        kind = "{path}"
    if kind[0] in "[{":
        inner = kind[1:-1]
        if kind[0] == "[":
            return [_converted(item, inner) for item in node]
        return {
            name: copy.deepcopy(item) if name.startswith("x-") else _converted(item, inner)
            for name, item in node.items()
        }
    if "$ref" in node and kind != "path":
        # In 3.0 a reference has no siblings.
        return {"$ref": node["$ref"]}
    kinds = _KINDS[kind]
    return {
        key: _converted(value, kinds[key]) if key in kinds else copy.deepcopy(value)
        for key, value in node.items()
    }


def _info(value: Mapping[str, Any]) -> dict[str, Any]:
    info: dict[str, Any] = copy.deepcopy(dict(value))
    summary = info.pop("summary", None)
    if summary:
        info["description"] = "\n\n".join(filter(None, (summary, info.get("description"))))
    name = info.get("license", {}).pop("identifier", None)
    if name:
        info["license"]["url"] = f"https://spdx.org/licenses/{name}.html"
    return info


def _is_null(value: Any) -> bool:
    return isinstance(value, Mapping) and value.get("type") in ("null", ["null"])


def _type(converted: dict[str, Any], value: str | list[str]) -> None:
    types = [value] if isinstance(value, str) else value
    not_null = [type_ for type_ in types if type_ != "null"]
    nullable = {"nullable": True} if len(not_null) < len(types) else {}
    if len(not_null) == 1:
        converted |= {"type": not_null[0], **nullable}
    elif not_null:
        converted["anyOf"] = [{"type": type_name, **nullable} for type_name in not_null]
    else:
        converted |= NULL


def _exclusive(converted: dict[str, Any], options: Mapping[str, Any], key: str) -> None:
    limit = "minimum" if key == "exclusiveMinimum" else "maximum"
    narrower = max if limit == "minimum" else min
    value = options[key]
    # If both are given, the narrower applies; if they are equal, the exclusive one.
    if narrower(options.get(limit, value), value) == value:
        converted |= {limit: value, key: True}


def _operations(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    kinds = _KINDS["path"]
    return [
        operation
        for item in document["paths"].values()
        for method, operation in item.items()
        if kinds.get(method) == "operation"
    ]


def _move_example(document: dict[str, Any], media: dict[str, Any]) -> None:
    examples = list(media.get("examples", {}).values())
    if "example" in media:
        value = media["example"]
    elif examples:
        example = examples[0]
        if "$ref" in example:
            example = document["components"]["examples"][example["$ref"].rpartition("/")[2]]
        if "value" not in example:
            return
        value = example["value"]
    else:
        return
    target = media.get("schema", {})
    if "$ref" in target:
        target = document["components"]["schemas"][target["$ref"].rpartition("/")[2]]
    if target.get("type") in ("object", "array"):
        target.setdefault("example", copy.deepcopy(value))
        media.pop("example", None)
        media.pop("examples", None)


def _drop_moved(document: Mapping[str, Any], converted: dict[str, Any]) -> None:
    """Drop the named examples that were only referenced before examples were moved."""
    before, now = json.dumps(document), json.dumps(converted)
    examples = converted["components"].get("examples", {})
    for name in list(examples):
        ref = json.dumps(f"#/components/examples/{name}")
        if ref in before and ref not in now:
            del examples[name]


def _name_items(schemas: dict[str, Any]) -> None:
    for name in list(schemas):
        items = schemas[name].get("items", {})
        if "type" in items:
            item = f"{name}Item"
            if item in schemas:
                raise NoCounterpartError(f"{item} would name two schemas")
            schemas[item] = items
            schemas[name]["items"] = {"$ref": f"#/components/schemas/{item}"}


class _Dumper(yaml.SafeDumper):
    """Writes every value in full instead of aliases, and multi-line texts as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        """Never use an alias."""
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)
