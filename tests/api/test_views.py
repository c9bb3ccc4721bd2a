"""A view refuses to exist without a permission; paging links; one request class."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pyramid.config import Configurator
from pyramid.exceptions import ConfigurationError
from pyramid.response import Response

from consent_app.api.json_response import JsonResponse
from consent_app.api.paging import next_link
from consent_app.api.request import Request, hoist_extensions
from consent_app.api.views import _rendering, api_view


def test_a_view_without_a_known_permission_does_not_come_to_be() -> None:
    with pytest.raises(TypeError):
        api_view("route", "GET")  # type: ignore[call-arg]
    for permission in ("", "panel:god", "panel"):
        with pytest.raises(ValueError, match="panel:admin"):
            api_view("route", "GET", permission=permission)
    with pytest.raises(ValueError, match="DELETE"):
        api_view("route", "get", permission="public")


def render(result: Any, status: int | None = 201) -> Any:
    operation = SimpleNamespace(success_status=status, operation_id="thing")
    return _rendering(lambda request: result)(SimpleNamespace(operation=operation))


def test_what_a_view_returns_is_answered_with_the_documents_status() -> None:
    assert (render({"a": 1}).status_int, render([]).body) == (201, b"[]")
    assert (render(None, 204).status_int, render(None, 204).headerlist) == (204, [])
    response = Response("x")
    assert render(response) is response
    with pytest.raises(RuntimeError, match="JsonResponse"):
        render({}, None)


def test_a_json_response_keeps_its_payload() -> None:
    response = JsonResponse({"ä": 1}, status=202, headers={"X-A": "b"})
    assert (response.payload, response.json, response.content_length) == ({"ä": 1}, {"ä": 1}, 8)
    assert (response.status_int, response.headers["X-A"]) == (202, "b")


def test_the_next_page_keeps_the_query_and_moves_the_cursor() -> None:
    request: Any = Request.blank("/v1/things?q=a%20b%26c&cursor=old&tag=x&tag=y")
    request.app = SimpleNamespace(settings=SimpleNamespace(base_url="https://api.example"))
    assert next_link(request, cursor="new", limit=100) == {
        "Link": "<https://api.example/v1/things?q=a+b%26c&tag=x&tag=y&limit=100&cursor=new>;"
        ' rel="next"'
    }
    request = Request.blank("/v1/things?limit=5")
    request.app = SimpleNamespace(settings=SimpleNamespace(base_url="https://api.example"))
    link = next_link(request, cursor="new", limit=100)["Link"]
    assert link == '<https://api.example/v1/things?limit=5&cursor=new>; rel="next"'


def test_an_extension_that_the_class_does_not_have_is_refused() -> None:
    config = Configurator()
    config.add_request_method(lambda request: 1, name="strange", property=True)
    config.commit()
    with pytest.raises(ConfigurationError, match=r"request\.strange"):
        hoist_extensions(config)


def test_validated_parts_are_for_views_of_operations_alone() -> None:
    with pytest.raises(AttributeError, match=r"views of openapi\.yaml"):
        _ = Request.blank("/").openapi_validated
