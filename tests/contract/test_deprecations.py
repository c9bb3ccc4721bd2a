"""The promises of docs/versioning.md about deprecations, checked against openapi.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from consent_app.http.deprecation import EXTENSIONS
from consent_app.openapi.document import Document

KNOWN = {"x-max-body", "x-rate-limits", *EXTENSIONS}


def broken_promises(document: Document) -> Iterator[str]:
    """Yield each deprecated operation that ends too early or names no replacement."""
    for pattern, method, _, operation in document.operations():
        name = f"{method.upper()} {pattern}"
        yield from (f"{name}: {key}" for key in operation if key[:2] == "x-" and key not in KNOWN)
        if not operation.get("deprecated"):
            continue
        since, sunset = (_day(operation.get(key)) for key in EXTENSIONS[:2])
        if since and sunset and sunset - since < timedelta(days=365):
            yield f"{name}: its sunset is less than twelve months away"
        if not re.search(r"Use `(GET|POST|PUT|PATCH|DELETE) /v\d", operation["description"]):
            yield f"{name}: its description does not say what to use instead"


def _day(value: Any) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else value


def test_a_deprecated_operation_stays_for_a_year_and_names_its_replacement(
    document: Document,
) -> None:
    assert list(broken_promises(document)) == []


def test_a_broken_promise_is_found() -> None:
    operation = {
        "deprecated": True,
        "description": "Lists.",
        "x-deprecated-at": "2027-01-01",
        "x-sunset": date(2027, 12, 1),
        "x-else": 1,
    }
    result = list(broken_promises(Document({"paths": {"/v1/x": {"get": operation}}})))
    assert [text.partition(": ")[2][:7] for text in result] == ["x-else", "its sun", "its des"]
