"""About how many receipts there are, by the hourly counts."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from consent_app.application import Application
from consent_app.statistics.hourly_counts import roll_up
from tests.support.factories import Site, make_panel
from tests.support.harness import MovableClock
from tests.support.statistics import PHONE, REFUSED, START


@pytest.mark.cluster
def test_totals_are_of_the_hours_that_are_counted(
    application: Application, clock: MovableClock, site: Site
) -> None:
    def total(**query: Any) -> int:
        now = clock()
        clock.freeze(START)  # when the access token was still good
        answer = site.panel.get("/v1/consent-totals", params=query, status=200).json
        clock.freeze(now)
        return int(answer["total"])

    site.decide()
    site.decide(headers={"User-Agent": PHONE})
    signal = {"bannerVersion": None, "bannerLocale": None}
    site.decide(action="reject_all", source="gpc", **REFUSED, **signal)
    assert total() == 0
    clock.move(hours=2)
    site.decide(action="reject_all", **REFUSED)
    roll_up(application)
    assert total() == 4
    assert total(domainId=site.id) == 4
    assert total(domainId=str(uuid.uuid4())) == 0
    assert total(action="reject_all") == 2
    assert total(source="gpc") == 1
    assert total(source="banner", domainId=site.id) == 3
    assert total(source="banner", device="desktop") == 2
    assert total(country="de") == 0
    # The hour of an instant counts whole.
    assert total(**{"from": "2026-11-18T09:59:00Z"}) == 4
    assert total(**{"from": "2026-11-18T11:00:00+01:00"}) == 1
    assert total(to="2026-11-18T09:00:00Z") == 3


def test_a_total_has_its_instant_and_counts_only_the_own_workspace(
    application: Application, clock: MovableClock, site: Site
) -> None:
    site.decide()
    roll_up(application)
    answer = site.panel.get("/v1/consent-totals").json
    assert answer == {"total": 1, "completeTo": "2026-11-18T09:29:00.000Z"}
    stranger = make_panel(site.panel.app, clock())
    assert stranger.get("/v1/consent-totals").json["total"] == 0
    assert stranger.get(f"/v1/consent-totals?domainId={site.id}").json["total"] == 0
    refused = site.panel.get("/v1/consent-totals?q=x", status=400).json
    assert refused["errors"][0]["pointer"] == "#/query/q"
    early = {"from": "0001-01-01T00:00:00+14:00"}
    refused = site.panel.get("/v1/consent-totals", params=early, status=400).json
    assert refused["errors"][0]["pointer"] == "#/query/from"
