"""Every pattern of the document has words for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from webtest import TestApp

from consent_app.api.document import Document
from consent_app.api.pointers import PATTERNS


def patterns(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for child in node:
            yield from patterns(child)
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            yield node["pattern"]
        for name, child in node.items():
            # What a value must not match says so in its description.
            if name != "not":
                yield from patterns(child)


def test_every_pattern_has_words(document: Document) -> None:
    assert set(patterns(document.spec)) == PATTERNS.keys()


def test_one_value_is_told_of_once_and_in_words(app: TestApp) -> None:
    body = {"email": "", "password": "x", "name": "x" * 300, "organizationName": "a://b"}
    refused = app.post_json("/v1/auth/register", body, status=400).json
    assert {error["pointer"]: error["message"] for error in refused["errors"]} == {
        "#/email": "must be an email address",
        "#/password": "must have 8 characters or more",
        "#/name": "must have 2 to 100 characters, without spaces around it",
        "#/organizationName": (
            "must not hold a link (`://`), control characters or an encoded word (`=?`)"
        ),
    }
    assert len(refused["errors"]) == 4
