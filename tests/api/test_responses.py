"""Responses of operations are checked before they are sent, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest
from webtest import TestApp

from tests.support.small_service.site import make_site


@pytest.fixture
def checked(site: TestApp, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The routes whose responses the validator was asked about."""
    routes: list[str] = []
    validator = site.app.registry.api.response_validator
    errors = validator.errors

    def noted(request: Any, response: Any) -> Any:
        routes.append(request.matched_route.name)
        return errors(request, response)

    monkeypatch.setattr(validator, "errors", noted)
    return routes


def send(site: TestApp, route: str, query: str = "") -> Any:
    path = f"/v1/{route}/0197f0a0-0000-7000-8000-000000000001{query}"
    return site.post_json(path, {"text": "secret"}, expect_errors=True)


@pytest.mark.parametrize("route", ["ordinary", "direct"])
def test_both_ways_check_what_a_view_returned(
    site: TestApp, checked: list[str], route: str
) -> None:
    assert send(site, route).json == {"text": "secret"}
    assert checked == [route]
    wrong = send(site, route, "?answer=invalid")
    assert wrong.status_int == 500
    assert wrong.json["code"] == "internal_error"
    assert "secret" not in wrong.text


@pytest.mark.parametrize("route", ["ordinary", "direct"])
def test_the_errors_of_a_view_are_checked_too(
    site: TestApp, checked: list[str], route: str
) -> None:
    assert send(site, route, "?answer=undeclared-error").status_int == 500
    assert checked == [route]


@pytest.mark.parametrize("route", ["ordinary", "direct"])
def test_the_refusal_of_an_invalid_request_is_checked_too(
    site: TestApp, checked: list[str], route: str
) -> None:
    assert send(site, route, "?unknown=1").status_int == 400
    assert checked == [route]


def test_what_no_operation_answers_is_not_checked(site: TestApp, checked: list[str]) -> None:
    send(site, "no-such-route")
    site.delete("/v1/bodiless", status=405)
    assert checked == []


def test_nothing_is_checked_where_there_is_no_validator(site_runtime: Any) -> None:
    unchecked = TestApp(make_site(site_runtime))
    unchecked.app.registry.api.response_validator = None
    assert send(unchecked, "ordinary", "?answer=invalid").status_int == 200
