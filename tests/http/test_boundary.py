"""The outermost tween: no exception leaves it, and every answer has an id."""

from __future__ import annotations

from typing import Any

import pytest
from webtest import TestApp

from consent_app.http.boundary import METHODS, known_method
from consent_app.request_ids import HEADER
from tests.support.harness import Harness


def broken(*arguments: Any) -> Any:
    raise ZeroDivisionError("a secret")


def test_every_inner_error_becomes_problem_details(
    harness: Harness, app: TestApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("consent_app.health.version", broken)
    refused = app.get("/v1/health/ready", status=500)
    assert refused.content_type == "application/problem+json"
    assert refused.json["code"] == "internal_error"
    assert "a secret" not in refused.text
    assert refused.headers[HEADER]


def test_a_request_id_is_accepted_from_a_trusted_proxy_only(harness: Harness) -> None:
    sent = {HEADER: "edge-0123456789"}
    strangers = harness.client().get("/v1/health/live", headers=sent)
    assert strangers.headers[HEADER] != sent[HEADER]
    proxy = TestApp(harness.wsgi, extra_environ={"REMOTE_ADDR": "127.0.0.1"})
    assert proxy.get("/v1/health/live", headers=sent).headers[HEADER] == sent[HEADER]
    nonsense = {HEADER: "no id at all"}
    assert proxy.get("/v1/health/live", headers=nonsense).headers[HEADER] != nonsense[HEADER]


def test_a_part_is_never_served(app: TestApp) -> None:
    whole = app.get("/openapi.yaml").body
    part = app.get("/openapi.yaml", headers={"Range": "bytes=0-9"}, status=200)
    assert part.body == whole


@pytest.mark.parametrize("path", ["/openapi.yaml", "/v1/public/banner.js"])
def test_any_tag_matches_what_has_one(app: TestApp, path: str) -> None:
    tag = app.get(path).headers["ETag"]
    unchanged = app.get(path, headers={"If-None-Match": " * "}, status=304)
    assert (unchanged.body, unchanged.headers["ETag"]) == (b"", tag)
    app.get("/v1/health/live", headers={"If-None-Match": "*"}, status=200)


def test_methods_that_a_client_makes_up_are_one_label() -> None:
    assert {known_method(method) for method in METHODS} == METHODS
    assert known_method("BREW") == "other"
