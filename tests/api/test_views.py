"""Views need a permission; paging links; one request class."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pyramid.response import Response

from consent_app.api.views import _rendering, _typed, api_view
from consent_app.operations import domains as operations


def test_a_view_without_a_known_permission_is_refused() -> None:
    with pytest.raises(TypeError):
        api_view("route", "GET")  # type: ignore[call-arg]
    for permission in ("", "panel:god", "panel"):
        with pytest.raises(ValueError, match="panel:admin"):
            api_view("route", "GET", permission=permission)
    with pytest.raises(ValueError, match="DELETE"):
        api_view("route", "get", permission="public")


def render(result: Any, status: int | None = 201) -> Any:
    operation = SimpleNamespace(success_status=status, operation_id="thing")
    request = SimpleNamespace(
        operation=operation, environ={}, openapi_validated=SimpleNamespace(error=None)
    )
    return _rendering(lambda request: result)(request)


def test_a_views_result_is_sent_with_the_documented_status() -> None:
    assert (render({"a": 1}).status_int, render([]).body) == (201, b"[]")
    assert (render(None, 204).status_int, render(None, 204).headerlist) == (204, [])
    response = Response("x")
    assert render(response) is response
    with pytest.raises(RuntimeError, match="JsonResponse"):
        render({}, None)


def test_a_view_of_a_request_that_is_not_generated_says_what_to_do() -> None:
    def list_notes(request: operations.ListNotes) -> None:  # type: ignore[name-defined]
        """List notes."""

    expected = r"list_notes: .* no attribute 'ListNotes'\. Run `make operations`"
    with pytest.raises(TypeError, match=expected):
        _typed(list_notes)
