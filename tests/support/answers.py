"""Responses in a form in which they can be compared."""

from __future__ import annotations

from webtest import TestResponse


def seen_headers(answer: TestResponse) -> tuple[tuple[str, str], ...]:
    """Return the headers in order, but the request's id, which is another for each."""
    return tuple(
        sorted(item for item in answer.headers.items() if item[0].lower() != "x-request-id")
    )
