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


def test_refusals_have_no_request_id_and_are_identical(site: TestApp) -> None:
    first, second = (site.get("/v1/unheard-of", status=404) for _ in range(2))
    assert first.headers["X-Request-Id"] != second.headers["X-Request-Id"]
    assert first.body == second.body
    assert "instance" not in first.json
