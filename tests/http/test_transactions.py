"""A return commits and an exception aborts; errors at the commit are reported."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyramid.interfaces import ITweens
from sqlalchemy import text
from webtest import TestApp

from consent_app.application import Application
from tests.support.small_service import site_views
from tests.support.small_service.notes import SECRET, note, notes
from tests.support.small_service.site import make_application, make_site


@pytest.fixture
def site_and_application(
    fresh_database_url: str, tmp_path: Path
) -> Iterator[tuple[TestApp, Application]]:
    """The application on each kind of database."""
    application = make_application(tmp_path, database_url=fresh_database_url)
    with application.database.transaction() as session:
        session.execute(text("CREATE TABLE notes (words TEXT NOT NULL)"))
    yield TestApp(make_site(application)), application
    application.database.dispose()


COMMITTED = ["", "plain-valid", "header-valid"]

REFUSED = [
    "invalid",
    "too-long",
    "no-json",
    "plain",
    "plain-broken",
    "type",
    "nothing",
    "status",
    "undeclared-error",
    "header",
    "generator",
    "crash",
]


def test_a_valid_answer_commits_and_an_invalid_one_is_500_and_does_not(
    site_and_application: tuple[TestApp, Application], caplog: pytest.LogCaptureFixture
) -> None:
    site, application = site_and_application
    for answer in COMMITTED:
        response = note(site, answer, "kept")
        assert response.status_int == 200, response.text
    assert notes(application) == ["kept"] * len(COMMITTED)
    for answer in REFUSED:
        caplog.clear()
        response = note(site, answer)
        assert (response.status_int, response.content_type) == (500, "application/problem+json")
        assert response.json["code"] == "internal_error"
        assert response.json["instance"].endswith(response.headers["X-Request-Id"])
        assert len(caplog.records) == 1, caplog.text
        assert caplog.records[0].levelno == logging.ERROR
        if answer != "crash":  # a KeyError's own words
            assert SECRET not in caplog.text + response.text
    assert notes(application) == ["kept"] * len(COMMITTED)


def test_a_failed_commit_is_reported_and_not_treated_as_done(
    site: TestApp, site_runtime: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy.exc import OperationalError
    from sqlalchemy.orm import SessionTransaction

    def fail(self: Any) -> None:
        raise OperationalError("COMMIT", {}, Exception("disk full"))

    before = notes(site_runtime)
    monkeypatch.setattr(SessionTransaction, "commit", fail)
    response = note(site)
    monkeypatch.undo()
    assert (response.status_int, response.json["code"]) == (503, "unavailable")
    assert notes(site_runtime) == before


def test_pyramid_tm_is_outside_the_response_validation(site: TestApp) -> None:
    tweens: Any = site.app.registry.queryUtility(ITweens)
    names = [name for name, _ in tweens.implicit()]
    order = ["boundary_factory", "tm_tween_factory", "responses_factory", "excview"]
    results = [next(i for i, name in enumerate(names) if part in name) for part in order]
    assert results == sorted(results)


def test_a_route_outside_of_transactions_has_none(site: TestApp) -> None:
    site.post("/v1/outside")
    active, error = site_views.values
    assert active is False
    assert "no transaction" in error
