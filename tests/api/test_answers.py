"""Answers are held to the document before anything is committed, and streams are never gathered."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import webob
from pyramid.interfaces import IRequestExtensions, ITweens
from sqlalchemy import text
from webtest import TestApp

from consent_app.api.request import Request
from consent_app.application import Application
from consent_app.composition import build_application
from consent_app.settings import read_settings
from tests.api import site_views
from tests.api.site import make_application, make_site

SECRET = "hunter2"


@pytest.fixture
def both(fresh_database_url: str, tmp_path: Path) -> Iterator[tuple[TestApp, Application]]:
    """The application on each kind of database."""
    application = make_application(tmp_path, database_url=fresh_database_url)
    with application.database.transaction() as session:
        session.execute(text("CREATE TABLE notes (words TEXT NOT NULL)"))
    yield TestApp(make_site(application)), application
    application.database.dispose()


def notes(application: Application) -> list[str]:
    with application.database.session(read_only=True) as session:
        return list(session.scalars(text("SELECT words FROM notes")))


def note(site: TestApp, answer: str = "", words: str = SECRET) -> Any:
    return site.post_json(f"/v1/notes?answer={answer}", {"text": words}, expect_errors=True)


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
    both: tuple[TestApp, Application], caplog: pytest.LogCaptureFixture
) -> None:
    site, application = both
    for answer in COMMITTED:
        response = note(site, answer, "kept")
        assert response.status_int == 200, response.text
    assert notes(application) == ["kept"] * len(COMMITTED)
    for answer in REFUSED:
        caplog.clear()
        response = note(site, answer)
        assert (response.status_int, response.content_type) == (500, "application/problem+json")
        assert response.json["code"] == "internal_error"
        assert len(caplog.records) == 1, caplog.text
        assert caplog.records[0].levelno == logging.ERROR
        if answer != "crash":  # a KeyError's own words
            assert SECRET not in caplog.text + response.text
    assert notes(application) == ["kept"] * len(COMMITTED)


@pytest.mark.parametrize("answer", ["database", "pool", "busy"])
def test_a_database_that_is_away_is_503(
    site: TestApp, site_runtime: Application, caplog: pytest.LogCaptureFixture, answer: str
) -> None:
    before = notes(site_runtime)
    response = note(site, answer)
    assert (response.status_int, response.json["code"]) == (503, "unavailable")
    assert int(response.headers["Retry-After"]) > 0
    assert SECRET not in caplog.text + response.text
    assert notes(site_runtime) == before


def test_a_real_database_that_is_away_is_503(tmp_path: Path) -> None:
    application = make_application(tmp_path, database_url="postgresql://nobody@127.0.0.1:1/none")
    response = note(TestApp(make_site(application)))
    assert (response.status_int, response.json["code"]) == (503, "unavailable")


def test_a_commit_that_fails_is_told_and_not_taken_for_done(
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


def test_pyramid_tm_stands_outside_of_the_librarys_tween(site: TestApp) -> None:
    tweens: Any = site.app.registry.queryUtility(ITweens)
    names = [name for name, _ in tweens.implicit()]
    order = ["boundary_factory", "tm_tween_factory", "response_tween_factory", "excview"]
    found = [next(i for i, name in enumerate(names) if part in name) for part in order]
    assert found == sorted(found)


def test_a_route_outside_of_transactions_has_none(site: TestApp) -> None:
    site.post("/v1/outside")
    active, error = site_views.seen
    assert active is False
    assert "no transaction" in error


def test_one_request_class_serves_every_request(site: TestApp) -> None:
    classes = set()
    registry = site.app.registry
    assert registry.queryUtility(IRequestExtensions) is None
    for path in ("/v1/things", "/v1/nothing"):
        with site.app.request_context(webob.Request.blank(path).environ) as request:
            classes.add(type(request))
    assert classes == {Request}


# Streams


def test_a_stream_leaves_row_by_row_and_is_closed(site: TestApp) -> None:
    response = webob.Request.blank("/v1/rows?count=100000").get_response(site.app)
    assert response.content_length is None
    assert site_views.seen == []  # nothing was made before somebody asked for it
    chunks = iter(response.app_iter)
    assert next(chunks) == b'[{"n":0}'
    assert len(site_views.seen) < 10
    response.app_iter.close()
    assert site_views.seen[-1] == "closed"


def test_a_stream_is_one_json_array(site: TestApp) -> None:
    for count in (0, 1, 2, 30_000):
        answer = site.get(f"/v1/rows?count={count}")
        assert answer.json == [{"n": n} for n in range(count)]
        assert site_views.seen[-1] == "closed"


def test_a_false_row_breaks_the_stream_off_instead_of_leaving(site: TestApp) -> None:
    with pytest.raises(RuntimeError, match="not valid"):
        site.get("/v1/rows?count=10&broken=4")
    assert site_views.seen[-1] == "closed"


def test_head_of_a_stream_makes_no_row(site: TestApp) -> None:
    assert site.head("/v1/rows?count=5").body == b""
    assert site_views.seen == ["closed"]


def test_settings_of_the_runtime_reach_requests(tmp_path: Path) -> None:
    application = build_application(
        read_settings({"consent.environment": "development", "consent.var_dir": str(tmp_path)}, {})
    )
    app = make_site(application)
    with app.request_context(webob.Request.blank("/").environ) as request:
        assert request.app is application
