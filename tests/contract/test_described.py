"""Every schema and every member of one says what it is; exports' examples are exports."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from consent_app.openapi.document import Document
from consent_app.openapi.schemas import Compiler, field_errors


def says(document: Document, schema: Any) -> bool:
    """Whether a schema, or what it refers to, has a description."""
    while isinstance(schema, Mapping) and "$ref" in schema and "description" not in schema:
        schema = document.spec["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return isinstance(schema, Mapping) and isinstance(schema.get("description"), str)


def undescribed(document: Document) -> Iterator[str]:
    """Give each schema, member and parameter without a description."""
    for name, schema in document.spec["components"]["schemas"].items():
        if not isinstance(schema.get("description"), str):
            yield name
        for member, value in schema.get("properties", {}).items():
            if not says(document, value):
                yield f"{name}/{member}"
    for pattern, method, item, operation in document.operations():
        for parameter in document.parameters(item, operation):
            if not parameter.get("description"):
                yield f"{method.upper()} {pattern} {parameter['name']}"


def test_everything_in_the_document_is_described(document: Document) -> None:
    assert list(undescribed(document)) == []


def test_empty_descriptions_are_detected() -> None:
    schemas = {
        "Told": {"description": "It is told.", "properties": {"description": {"type": "string"}}},
        "Mute": {"properties": {"told": {"$ref": "#/components/schemas/Told"}}},
    }
    result = list(undescribed(Document({"paths": {}, "components": {"schemas": schemas}})))
    assert result == ["Told/description", "Mute"]


def test_the_examples_of_exports_are_whole_receipts(document: Document) -> None:
    schemas = document.spec["components"]["schemas"]
    content = document.spec["components"]["responses"]["ConsentEvents"]["content"]
    line = json.loads(content["application/x-ndjson"]["example"])
    receipt = {"$ref": "#/components/schemas/ConsentReceipt"}
    assert field_errors(Compiler(document).validator(receipt, request=False), line) == []
    head, row = csv.reader(io.StringIO(content["text/csv"]["example"]))
    assert head == list(line)
    assert set(head) == set(schemas["ConsentReceipt"]["required"])
    assert len(row) == len(head)


def test_each_form_that_an_answer_can_have_is_shown(document: Document) -> None:
    compiler = Compiler(document)
    for pattern, method, _, operation in document.operations():
        for status, entry in operation["responses"].items():
            for content in document.resolve(entry).get("content", {}).values():
                forms = document.resolve(content.get("schema", {})).get("oneOf", [])
                references = content.get("examples", {}).values()
                examples = [document.resolve(example)["value"] for example in references]
                for form in forms:
                    validator = compiler.validator(form, request=False)
                    valid = [item for item in examples if field_errors(validator, item) == []]
                    assert valid, (method, pattern, status, form)
