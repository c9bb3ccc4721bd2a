from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.statistics.models import consent_impressions
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import Harness, MovableClock

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148"


def record_impression(site: Site, **how: Any) -> Any:
    headers = {"Origin": site.origin, **how.pop("headers", {})}
    path = f"/v1/public/domains/{site.id}/impressions"
    return site.panel.app.post(path, headers=headers, status=how.pop("status", 204), **how)


def counters(application: Application, site: Site) -> list[tuple[int, str, int]]:
    table = consent_impressions.c
    statement = (
        select(table.banner_version, table.device, table.count)
        .where(table.domain_id == UUID(site.id))
        .order_by(table.hour, table.banner_version, table.device)
    )
    with application.database.session(read_only=True) as session:
        return [(row[0], row[1], row[2]) for row in session.execute(statement)]


@pytest.mark.cluster
def test_views_are_counted_by_hour_version_and_device(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    clock.freeze(clock().replace(minute=10))
    site = make_site(make_panel(app, clock()))
    response = record_impression(site)
    assert response.headers["Access-Control-Allow-Origin"] == site.origin
    # A beacon from a page with Cross-Origin-Embedder-Policy needs it.
    assert response.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    record_impression(site)
    record_impression(site, headers={"User-Agent": PHONE})
    assert counters(application, site) == [(1, "desktop", 2), (1, "mobile", 1)]
    clock.move(hours=1)
    record_impression(site, headers={"User-Agent": PHONE})
    assert counters(application, site) == [(1, "desktop", 2), (1, "mobile", 1), (1, "mobile", 1)]
    assert site.receipts() == []


def test_any_body_is_ignored_and_none_is_needed(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()))
    record_impression(site, params=b"\xff{", headers={"Content-Type": "text/plain;charset=UTF-8"})
    assert counters(application, site) == [(1, "desktop", 1)]


def test_strangers_count_nothing(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()))
    refused = record_impression(site, headers={"Origin": "https://example.org"}, status=403)
    assert refused.json["code"] == "origin_not_allowed"
    site.panel.app.post(
        "/v1/public/domains/0197f0a0-0000-7000-8000-000000000004/impressions",
        headers={"Origin": site.origin},
        status=404,
    )
    assert counters(application, site) == []


def test_nothing_is_shown_before_it_is_published(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    domain = panel.post("/v1/domains", {"hostname": "unpublished.example.com"}, status=201).json
    origin = {"Origin": "https://unpublished.example.com"}
    app.post(f"/v1/public/domains/{domain['id']}/impressions", headers=origin, status=404)


def test_an_owner_may_switch_it_off(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    site = make_site(make_panel(app, clock()))
    app.patch_json(
        f"/v1/domains/{site.id}/settings",
        {"countImpressions": False},
        headers={"Authorization": f"Bearer {site.panel.access_token}"},
        status=200,
    )
    clock.move(seconds=31)
    record_impression(site)
    assert counters(application, site) == []


@pytest.mark.cluster
def test_concurrent_writes_lose_nothing(
    harness: Harness, app: TestApp, application: Application
) -> None:
    site = make_site(make_panel(app, application.now()))
    headers = {"Origin": site.origin}

    def view(_: int) -> None:
        path = f"/v1/public/domains/{site.id}/impressions"
        harness.client().post(path, headers=headers, status=204)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(view, range(40)))
    assert sum(count for _, _, count in counters(application, site)) == 40
