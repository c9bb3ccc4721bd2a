"""Visitors are answered from memory: no query for a banner seen in the last half minute."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import delete, event, update
from webtest import TestApp

from consent_app.application import Application
from consent_app.domains.models import Domain
from consent_app.workspaces.queries import delete_workspace
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import Harness, MovableClock
from tests.support.outages import database_away


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    return make_site(make_panel(app, application.now()))


@pytest.fixture
def statements(application: Application) -> Iterator[list[str]]:
    """What is asked of the database from now on, but whether anything has changed."""
    statements: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *args: Any) -> None:
        if "site_changes" not in statement and statement != "BEGIN":
            statements.append(statement)

    engines = (application.database.engine, application.database.autonomous_engine)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    yield statements
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)


def test_a_recently_read_banner_needs_no_query(
    site: Site, app: TestApp, clock: MovableClock, statements: list[str]
) -> None:
    path = f"/v1/public/domains/{site.id}/banner"
    headers = {"Origin": f"https://www.{site.hostname}"}
    clock.freeze()
    first = app.get(path, headers=headers)
    assert statements
    statements.clear()
    clock.move(seconds=29)
    cached = app.get(path, headers=headers)
    assert cached.body == first.body
    # The origin was checked all the same.
    assert cached.headers["Access-Control-Allow-Origin"] == headers["Origin"]
    foreign = app.get(path, headers={"Origin": "https://elsewhere.example"}, status=403)
    assert site.hostname in foreign.json["detail"]
    unchanged = app.get(
        path, headers=headers | {"If-None-Match": first.headers["ETag"]}, status=304
    )
    assert unchanged.body == b""
    assert app.get(f"{path}?locale=xx-unknown").body == first.body
    assert statements == []
    clock.move(seconds=2)
    app.get(path, headers=headers)
    assert statements


def test_another_language_needs_one_more_query(
    site: Site, app: TestApp, statements: list[str]
) -> None:
    path = f"/v1/public/domains/{site.id}/banner"
    app.get(path)
    statements.clear()
    german = app.get(f"{path}?locale=de-AT").json
    assert german["locale"] == "de"
    assert len([statement for statement in statements if statement.startswith("SELECT")]) == 1
    statements.clear()
    assert app.get(f"{path}?locale=de").json == german
    assert statements == []


def test_changes_without_an_event_are_seen_after_half_a_minute(
    site: Site, app: TestApp, clock: MovableClock, application: Application
) -> None:
    path = f"/v1/public/domains/{site.id}/banner"
    first = app.get(path)
    assert first.json["shareSubdomains"] is False
    with application.database.transaction() as session:
        session.execute(
            update(Domain).where(Domain.hostname == site.hostname).values(share_subdomains=True)
        )
    assert app.get(path).json == first.json
    clock.move(seconds=30)
    changed = app.get(path)
    assert changed.json["shareSubdomains"] is True
    assert changed.headers["ETag"] != first.headers["ETag"]
    site.panel.post(f"/v1/domains/{site.id}/banner/publish", status=200)
    assert app.get(path).json["version"] == 2


def test_a_publication_ends_what_is_cached_in_every_language(
    site: Site, app: TestApp, clock: MovableClock
) -> None:
    clock.freeze()
    path = f"/v1/public/domains/{site.id}/banner"
    locales = ("en", "de", "fr")

    def versions() -> list[int]:
        return [app.get(f"{path}?locale={locale}").json["version"] for locale in locales]

    assert versions() == [1, 1, 1]
    site.panel.post(f"/v1/domains/{site.id}/banner/publish", status=200)
    # The first one loads the domain, whose other languages are still cached.
    assert versions() == [2, 2, 2]


def test_a_domain_without_a_banner_is_not_remembered(
    app: TestApp, site: Site, application: Application
) -> None:
    domain = site.panel.post("/v1/domains", {"hostname": f"x{site.hostname}"}, status=201).json
    path = f"/v1/public/domains/{domain['id']}/banner"
    app.get(path, status=404)
    site.panel.post(f"/v1/domains/{domain['id']}/banner/publish", status=200)
    assert app.get(path).json["version"] == 1


def test_a_site_whose_workspace_was_deleted_since_it_was_cached_is_unknown(
    site: Site, app: TestApp, application: Application
) -> None:
    app.get(f"/v1/public/domains/{site.id}/rule", status=200)
    with application.database.transaction() as session:
        # Without the event, of which another process learns later.
        delete_workspace(session, UUID(site.panel.organization["id"]))
    app.get(f"/v1/public/domains/{site.id}/banner", status=404)


def test_the_last_banner_is_served_throughout_an_outage(isolated_harness: Harness) -> None:
    application, app = isolated_harness.application, isolated_harness.client()
    application.clock = clock = MovableClock()
    panel = make_panel(app, application.now())
    site, other = make_site(panel), make_site(panel)
    path = f"/v1/public/domains/{site.id}/banner"
    before = app.get(path)
    with database_away(application.database):
        for _ in range(3):
            clock.move(seconds=application.settings.banner_cache_seconds + 1)
            assert app.get(path).body == before.body
            app.get(f"/v1/public/domains/{site.id}/rule", status=200)
        # What no visitor has asked for before.
        app.get(f"/v1/public/domains/{other.id}/banner", status=503)
    clock.move(seconds=application.settings.banner_cache_seconds + 1)
    with application.database.transaction() as session:
        session.execute(
            update(Domain).where(Domain.hostname == site.hostname).values(share_subdomains=True)
        )
    assert app.get(path).json["shareSubdomains"] is True
    # As another process does, whose change this one has not read.
    with application.database.transaction() as session:
        session.execute(delete(Domain).where(Domain.hostname == site.hostname))
    clock.move(seconds=application.settings.banner_cache_seconds + 1)
    app.get(path, status=404)
    with database_away(application.database):
        app.get(path, status=503)
