"""Every error becomes problem details."""

from __future__ import annotations

from pathlib import Path

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.small_service.notes import SECRET, note, notes
from tests.support.small_service.site import make_application, make_site


@pytest.mark.parametrize("answer", ["database", "pool", "busy"])
def test_an_unavailable_database_is_503(
    site: TestApp, site_runtime: Application, caplog: pytest.LogCaptureFixture, answer: str
) -> None:
    before = notes(site_runtime)
    response = note(site, answer)
    assert (response.status_int, response.json["code"]) == (503, "unavailable")
    assert int(response.headers["Retry-After"]) > 0
    assert response.json["instance"] == f"urn:request-id:{response.headers['X-Request-Id']}"
    assert SECRET not in caplog.text + response.text
    assert notes(site_runtime) == before


def test_a_real_unavailable_database_is_503(tmp_path: Path) -> None:
    application = make_application(tmp_path, database_url="postgresql://nobody@127.0.0.1:1/none")
    response = note(TestApp(make_site(application)))
    assert (response.status_int, response.json["code"]) == (503, "unavailable")


def test_refusals_are_identical(site: TestApp) -> None:
    first, second = (site.get("/v1/unheard-of", status=404) for _ in range(2))
    assert first.headers["X-Request-Id"] != second.headers["X-Request-Id"]
    assert first.body == second.body
    assert "instance" not in first.json


@pytest.mark.parametrize("path", ["/v1/unheard-of", "/v1/things?nonsense=1"])
def test_a_refusal_has_the_request_id_of_a_trusted_proxy(site: TestApp, path: str) -> None:
    headers = {"X-Request-Id": "a-proxy-sent-this"}
    proxy, client = {"REMOTE_ADDR": "10.0.0.1"}, {"REMOTE_ADDR": "203.0.113.9"}
    response = site.get(path, headers=headers, extra_environ=proxy, status="4*")
    assert response.json["instance"] == "urn:request-id:a-proxy-sent-this"
    response = site.get(path, headers=headers, extra_environ=client, status="4*")
    assert "instance" not in response.json


def test_an_invalid_id_of_a_trusted_proxy_is_not_repeated(site: TestApp) -> None:
    headers, proxy = {"X-Request-Id": "<script>"}, {"REMOTE_ADDR": "10.0.0.1"}
    response = site.get("/v1/unheard-of", headers=headers, extra_environ=proxy, status=404)
    assert "instance" not in response.json
