"""Responses in a form that tests can compare."""

from __future__ import annotations

from webtest import TestResponse


def seen_headers(response: TestResponse) -> tuple[tuple[str, str], ...]:
    """Return the headers in order, without the request's id, which is always different."""
    return tuple(
        sorted(item for item in response.headers.items() if item[0].lower() != "x-request-id")
    )
