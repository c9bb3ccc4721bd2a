"""A direct view gives the same response as the same view called through Pyramid."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pyramid.config import Configurator
from pyramid.exceptions import ConfigurationError
from pyramid.interfaces import IRoutesMapper
from pyramid.router import Router, default_execution_policy
from webtest import TestApp

from consent_app.api import configuration, direct_views
from consent_app.api.views import api_view, register_views
from consent_app.application import Application
from tests.support.small_service.site import make_site
from tests.support.small_service.site_views import _ANSWERS

REQUEST_ID = re.compile(rb"urn:request-id:[0-9a-f]{24}")
ID = "0197f0a0-0000-7000-8000-000000000001"


def headers(answer: Any) -> list[tuple[str, str]]:
    """Return an answer's headers except the request's id."""
    return sorted(item for item in answer.headerlist if item[0] != "X-Request-Id")


def both_answers(site: TestApp, path: str = ID, query: str = "", **how: Any) -> tuple[Any, Any]:
    """Return the two answers to one request: status, headers, body."""
    how = {"params": b'{"text": "some words"}', "content_type": "application/json", **how}
    results = []
    for name in ("ordinary", "direct"):
        response = site.post(f"/v1/{name}/{path}{query}", expect_errors=True, **how)
        results.append((response.status, headers(response), REQUEST_ID.sub(b"", response.body)))
    return results[0], results[1]


@pytest.mark.parametrize("kind", _ANSWERS)
def test_both_ways_give_the_same_response(
    site: TestApp, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    ordinary, direct = both_answers(site, query=f"?answer={kind}")
    assert direct == ordinary
    messages = [record.getMessage().replace("/direct/", "/ordinary/") for record in caplog.records]
    if kind == "pool":
        # An outage, which is logged once in half a minute, by whichever test was first.
        assert len(messages) <= 1
        return
    # As many lines from either; those of a crash end with a traceback of their own.
    assert len(messages) % 2 == 0
    assert [line.split("\n")[0] for line in messages[: len(messages) // 2]] == [
        line.split("\n")[0] for line in messages[len(messages) // 2 :]
    ]


@pytest.mark.parametrize(
    "how",
    [
        {"params": b"{"},
        {"params": b""},
        {"params": b'{"text": 1, "more": []}'},
        {"content_type": "text/plain"},
        {"params": b'{"text": "' + b"x" * 70_000 + b'"}'},
        {"headers": {"X-Number": "one"}},
        {"headers": {"Origin": "http://localhost:6543"}},
        {"headers": {"Origin": "https://elsewhere.example"}},
        {"path": "no-uuid"},
        {"path": "%FF"},
        {"path": f"{ID}/more"},
        {"query": "?unknown=1&answer=a&answer=b"},
        {"query": "?answer=%FF"},
    ],
)
def test_both_ways_read_the_same_request(site: TestApp, how: dict[str, Any]) -> None:
    ordinary, direct = both_answers(site, **how)
    assert direct == ordinary


@pytest.mark.parametrize("method", ["GET", "OPTIONS", "DELETE", "HEAD"])
def test_both_ways_refuse_other_methods(site: TestApp, method: str) -> None:
    results = [
        site.request(f"/v1/{name}/{ID}", method=method, expect_errors=True)
        for name in ("ordinary", "direct")
    ]
    ordinary, direct = ((item.status, headers(item), item.body) for item in results)
    assert direct == ordinary


def test_a_direct_operation_is_answered_without_pyramids_policy(
    site: TestApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []

    def take(environ: Any, router: Router) -> Any:
        taken.append(environ["PATH_INFO"])
        return default_execution_policy(environ, router)

    monkeypatch.setattr(direct_views, "default_execution_policy", take)
    ordinary, direct = both_answers(site)
    assert direct == ordinary
    assert direct[0] == "200 OK"
    assert taken == [f"/v1/ordinary/{ID}"]


def test_a_path_that_ends_with_a_line_feed_has_no_direct_operation(site: TestApp) -> None:
    ordinary, direct = both_answers(site, path=f"{ID}%0A")
    assert direct == ordinary
    assert direct[0] == "404 Not Found"


def test_a_direct_operation_has_no_predicates(
    site: TestApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry = site.app.registry
    assert direct_views.direct_operations(registry).keys() == {"POST"}
    route = registry.getUtility(IRoutesMapper).get_route("direct")
    monkeypatch.setattr(route, "predicates", (lambda info, request: True,))
    with pytest.raises(ConfigurationError, match="predicates"):
        direct_views.direct_operations(registry)


def test_only_what_is_public_and_outside_of_transactions_can_be_direct(
    site_runtime: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="public"):
        api_view("things", "GET", permission="panel:viewer", direct=True)

    def mark(config: Configurator, module: str) -> None:
        register_views(config, module)
        config.registry.api.direct_views["things", "GET"] = print

    monkeypatch.setattr(configuration, "register_views", mark)
    with pytest.raises(ConfigurationError, match="things"):
        make_site(site_runtime)
