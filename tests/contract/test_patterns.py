"""Every pattern of the document has words for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from webtest import TestApp

from consent_app.accounts.new_people import NAME_CONTENT, field_errors
from consent_app.openapi.document import Document
from consent_app.openapi.pointers import PATTERNS
from tests.support.factories import PASSWORD


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
    advice = "say in words what a pattern asks for, in PATTERNS of consent_app/openapi/pointers.py"
    assert set(patterns(document.spec)) == PATTERNS.keys(), advice


def test_one_value_is_described_once_and_in_words(app: TestApp) -> None:
    body = {"email": "", "password": "x", "name": "x" * 300, "organizationName": "a://b"}
    refused = app.post_json("/v1/auth/register", body, status=400).json
    assert {error["pointer"]: error["message"] for error in refused["errors"]} == {
        "#/email": "must be an email address",
        "#/password": "must have 8 characters or more",
        "#/name": "must have 2 to 100 characters, without spaces around it",
        "#/organizationName": (
            "must not contain a link (`://`), control characters or an encoded word (`=?`), or have"
            " no visible character"
        ),
    }
    assert len(refused["errors"]) == 4


@pytest.mark.parametrize("name", ["\u200b\u200d", "\u3164\u3164", "\u2800 \u2800", "\u00ad\ufe0f"])
def test_names_have_a_visible_character(app: TestApp, name: str) -> None:
    body = {"email": "invisible@example.com", "password": "x" * 7, "name": name}
    refused = app.post_json(
        "/v1/auth/register", {**body, "organizationName": name}, status=400
    ).json
    results = {error["pointer"]: error["message"] for error in refused["errors"]}
    assert results["#/name"].endswith("have no visible character")
    assert results["#/organizationName"].endswith("have no visible character")
    accepted = {**body, "name": f"{name}Zoë", "organizationName": f"{name}✊🏽"}
    results = app.post_json("/v1/auth/register", accepted, status=400).json["errors"]
    assert [error["pointer"] for error in results] == ["#/password"]


@pytest.mark.parametrize("name", ["\u200b\u200d", "\u3164\u3164"])
def test_an_invited_person_has_a_visible_name(name: str) -> None:
    (field_error,) = field_errors(name, PASSWORD)
    assert (field_error.pointer, field_error.message) == ("#/name", NAME_CONTENT)
    assert field_errors(f"{name}Zoë", PASSWORD) == ()
