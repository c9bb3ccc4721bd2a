"""Statistics: rolled up by a job, zero-filled, and never another workspace's."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.statistics import roll_ups
from consent_app.statistics.roll_ups import roll_up, roll_up_presentations
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import MovableClock
from tests.support.statistics import PHONE, REFUSED, START, stats


def record_impression(site: Site) -> None:
    headers = {"Origin": site.origin}
    path = f"/v1/public/domains/{site.id}/impressions"
    site.panel.app.post(path, headers=headers, status=204)


@pytest.mark.cluster
def test_decisions_and_impressions_are_counted_in_time(
    application: Application, clock: MovableClock, site: Site
) -> None:
    record_impression(site)
    site.decide()
    site.decide(headers={"User-Agent": PHONE})
    clock.move(hours=2)
    site.decide(action="reject_all", **REFUSED)
    roll_up(application)
    hours = stats(site, interval="hour", to="2026-11-18T12:00:00Z")
    assert hours["starts"][9] == "2026-11-18T09:00:00.000Z"
    assert len(hours["starts"]) == 13
    assert hours["decisions"]["counts"] == [0] * 9 + [2, 0, 1, 0]
    assert hours["decisions"]["total"] == 3
    groups = {group["key"]: group["counts"][9:12] for group in hours["decisions"]["groups"]}
    assert groups == {"accept_all": [2, 0, 0], "reject_all": [0, 0, 1]}
    assert hours["impressions"] == {"total": 1, "counts": [0] * 9 + [1, 0, 0, 0], "groups": []}
    assert hours["completeTo"] == "2026-11-18T11:29:00.000Z"

    def grouped(name: str, of: str = "decisions") -> dict[str | None, int]:
        groups = stats(site, groupBy=name)[of]["groups"]
        return {group["key"]: group["total"] for group in groups}

    assert grouped("device") == {"desktop": 2, "mobile": 1}
    assert grouped("device", "impressions") == {"desktop": 1}
    assert grouped("country") == {None: 3}
    assert grouped("version") == {"1": 3}
    for name in ("device", "country"):
        whole, of_site = (stats(site, groupBy=name, **of) for of in ({}, {"domainId": site.id}))
        assert of_site == whole


def test_the_smaller_groups_are_only_in_the_totals(
    application: Application, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("consent_app.statistics.statistics.MAX_GROUPS", 1)
    site.decide(headers={"User-Agent": PHONE})
    site.decide()
    site.decide()
    roll_up(application)
    decisions = stats(site, groupBy="device")["decisions"]
    assert [(group["key"], group["total"]) for group in decisions["groups"]] == [("desktop", 2)]
    assert decisions["total"] == 3


def test_nobody_sees_another_workspaces_figures(
    app: TestApp, application: Application, clock: MovableClock, site: Site
) -> None:
    site.decide()
    record_impression(site)
    roll_up(application)
    other_site = make_site(make_panel(app, clock()))
    assert stats(site, domainId=site.id)["decisions"]["total"] == 1
    for domain_id in (site.id, str(uuid.uuid4())):
        answer = stats(other_site, domainId=domain_id)
        assert answer["decisions"] == answer["impressions"]
        assert answer["decisions"] == {"total": 0, "counts": [0], "groups": []}
    assert stats(other_site)["decisions"]["total"] == 0
    clock.freeze(START)
    make_site(site.panel)
    site.panel.delete(f"/v1/domains/{site.id}", status=204)
    assert stats(site, domainId=site.id)["decisions"]["total"] == 0
    assert stats(site)["decisions"]["total"] == 1


def test_unplottable_data_is_refused(site: Site) -> None:
    def pointer(**query: Any) -> str:
        refused = stats(site, status=400, **query)
        assert refused["code"] == "validation_failed"
        return str(refused["errors"][0]["pointer"])

    assert pointer(to="2026-11-17T00:00:00Z") == "#/query/to"
    # In one interval.
    same_day = {"from": "2026-11-18T12:00:00Z", "to": "2026-11-18T11:00:00Z"}
    assert pointer(**same_day) == "#/query/to"
    assert pointer(interval="hour", to="2027-11-17T00:00:00Z") == "#/query/interval"
    assert pointer(**{"from": "0001-01-01T00:00:00+05:00"}) == "#/query/from"
    assert pointer(to="9999-12-31T23:00:00Z", **{"from": "9999-12-01T00:00:00Z"}) == "#/query/to"
    assert pointer(groupBy="hostname") == "#/query/groupBy"


def test_an_instant_and_a_thousand_intervals_can_be_plotted(site: Site) -> None:
    instant = "2026-11-18T12:30:00Z"
    assert len(stats(site, interval="hour", to=instant, **{"from": instant})["starts"]) == 1
    hours = {"interval": "hour", "from": "2026-01-01T00:00:00Z"}
    assert len(stats(site, to="2026-02-11T15:59:59Z", **hours)["starts"]) == 1000
    stats(site, to="2026-02-11T16:00:00Z", status=400, **hours)


def test_one_version_is_counted_separately(application: Application, site: Site) -> None:
    record_impression(site)
    site.decide()
    site.panel.post(f"/v1/domains/{site.id}/banner/publish", {"material": True}, status=200)
    site.decide(bannerVersion=2)
    site.decide(action="reject_all", bannerVersion=2, **REFUSED)
    roll_up(application)
    first, second = (stats(site, domainId=site.id, version=version) for version in (1, 2))
    assert (first["impressions"]["total"], first["decisions"]["total"]) == (1, 1)
    assert (second["impressions"]["total"], second["decisions"]["total"]) == (0, 2)
    assert {group["key"]: group["total"] for group in second["decisions"]["groups"]} == {
        "accept_all": 1,
        "reject_all": 1,
    }
    stats(site, version=0, status=400)


@pytest.mark.cluster
def test_decisions_are_counted_by_language_and_surface(
    application: Application, clock: MovableClock, site: Site
) -> None:
    record_impression(site)
    site.decide(surface="first_layer")
    site.decide(surface="preferences")
    site.decide(surface="reopened", bannerLocale="de")
    site.decide(action="reject_all", source="gpc", bannerVersion=None, bannerLocale=None, **REFUSED)
    roll_up_presentations(application)
    roll_up_presentations(application)

    def grouped(name: str, **query: Any) -> dict[str | None, int]:
        statistics = stats(site, groupBy=name, **query)
        assert statistics["impressions"]["groups"] == []
        assert statistics["completeTo"] == "2026-11-18T09:29:00.000Z"
        return {group["key"]: group["total"] for group in statistics["decisions"]["groups"]}

    assert grouped("language") == {"en": 2, "de": 1, None: 1}
    assert grouped("surface") == {"first_layer": 1, "preferences": 1, "reopened": 1, None: 1}
    assert grouped("language", version=1, domainId=site.id) == {"en": 2, "de": 1}
    assert grouped("language", version=2) == {}
    assert stats(site, groupBy="language")["decisions"]["total"] == 4
    # The others are counted by a job of their own.
    assert stats(site)["decisions"]["total"] == 0


@pytest.mark.cluster
def test_earlier_receipts_are_counted_some_hours_at_a_time(
    application: Application,
    clock: MovableClock,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(roll_ups, "MAX_HOURS", 3)
    site.decide()
    clock.move(hours=4)
    site.decide()
    assert roll_up_presentations(application) == 3
    assert stats(site, groupBy="language")["decisions"]["total"] == 1
    assert stats(site, groupBy="language")["completeTo"] == "2026-11-18T12:00:00.000Z"
    assert roll_up_presentations(application) == 3
    assert stats(site, groupBy="language")["decisions"]["total"] == 2
    assert stats(site, groupBy="surface")["completeTo"] == "2026-11-18T13:29:00.000Z"


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
