from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from sqlalchemy import select, update
from webtest import TestApp

from consent_app.application import Application
from consent_app.banners.models import BannerVersion
from consent_app.domains.models import Domain
from tests.support.audit import audit_events
from tests.support.domains import add, detail, path_of
from tests.support.factories import Panel, bearer, make_panel, make_site
from tests.support.harness import MovableClock
from tests.support.members import give_role


def test_a_domain_reads_as_it_was_added(panel: Panel) -> None:
    domain = add(panel)
    assert panel.get(path_of(domain), status=200).json == domain


def test_fields_left_out_of_a_change_stay(panel: Panel) -> None:
    group = panel.post("/v1/domain-groups", {"name": "Shops"}, status=201).json
    domain = add(panel, region="EU", groupId=group["id"])
    changed = panel.patch(path_of(domain), {"installMethod": "platform_c"}, status=200).json
    assert changed == domain | {"installMethod": "platform_c"}
    changed = panel.patch(path_of(domain), {"region": None, "groupId": None}, status=200).json
    assert changed == domain | {"installMethod": "platform_c", "region": None, "groupId": None}
    event = audit_events(panel)[0]
    assert (event["event"], event["subjectId"]) == ("domain.changed", domain["id"])
    assert detail(event) == {
        "hostname": (None, domain["hostname"]),
        "region": ("EU", None),
        "groupId": (group["id"], None),
    }


def test_an_unchanged_domain_emits_no_event(panel: Panel) -> None:
    domain = add(panel, region="EU")
    before = len(audit_events(panel))
    assert panel.patch(path_of(domain), {"region": "EU"}, status=200).json == domain
    assert panel.patch(path_of(domain), {}, status=200).json == domain
    assert len(audit_events(panel)) == before


def test_invalid_domains_are_refused(panel: Panel) -> None:
    domain = add(panel)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"hostname": "other.example"}, "#/hostname"),
        ({"region": "MARS"}, "#/region"),
        ({"verifyMethod": None}, "#/verifyMethod"),
        ({"groupId": "x"}, "#/groupId"),
        ({"groupId": str(uuid.uuid4())}, "#/groupId"),
    ]
    for body, pointer in refused:
        answer = panel.patch(path_of(domain), body, status=400).json
        assert {part["pointer"] for part in answer["errors"]} == {pointer}
    settings: list[dict[str, Any]] = [
        {"renewAfterMonths": 13},
        {"renewAfterMonths": 5},
        {"gpcRefuses": "nothing"},
        {"shareSubdomains": None},
        {"region": "EU"},
    ]
    for body in settings:
        panel.patch(path_of(domain, "/settings"), body, status=400)
    assert panel.get(path_of(domain)).json == domain


def test_another_method_keeps_the_state_and_is_checked_before_long(
    panel: Panel, application: Application
) -> None:
    domain = add(panel)
    with application.database.transaction() as session:
        session.execute(
            update(Domain)
            .where(Domain.id == uuid.UUID(domain["id"]))
            .values(
                status="verified",
                verify_reason="It was away.",
                failed_checks=2,
                next_check_at=application.now() + timedelta(days=7),
            )
        )
    changed = panel.patch(path_of(domain), {"verifyMethod": "dns_txt"}, status=200).json
    assert changed["status"] == "verified"
    assert changed["verifyReason"] is None
    assert changed["verifyToken"] == domain["verifyToken"]
    with application.database.transaction() as session:
        row = session.get_one(Domain, uuid.UUID(domain["id"]))
        assert (row.failed_checks, row.verify_reason) == (0, None)
        assert row.next_check_at is not None
        assert 3000 < (row.next_check_at - application.now()).total_seconds() <= 3600


def test_a_deleted_domain_leaves_its_receipts_versions_and_events(
    panel: Panel, app: TestApp, application: Application, clock: MovableClock
) -> None:
    site = make_site(panel)
    receipt = site.decide().json
    panel.delete(f"/v1/domains/{site.id}", status=204)
    for path in (f"/v1/domains/{site.id}", f"/v1/domains/{site.id}/compliance"):
        panel.get(path, status=404)
    panel.delete(f"/v1/domains/{site.id}", status=404)
    clock.move(seconds=31)  # as long as a process may know what it read
    app.get(f"/v1/public/domains/{site.id}/banner", status=404)
    site.decide(status=404)
    (remaining,) = site.receipts()
    assert remaining["id"] == receipt["id"]
    assert (remaining["domainId"], remaining["domainDeleted"]) == (None, True)
    assert remaining["hostname"] == site.hostname
    assert remaining["bannerTitle"] is not None
    app.get(
        f"/v1/public/consents/{receipt['id']}", headers=bearer(receipt["proofToken"]), status=200
    )
    with application.database.transaction() as session:
        versions = select(BannerVersion.version).where(
            BannerVersion.domain_id == uuid.UUID(site.id)
        )
        assert list(session.scalars(versions)) == [1]
    deleted, *before = audit_events(panel)
    assert (deleted["event"], deleted["subjectId"]) == ("domain.deleted", site.id)
    assert detail(deleted) == {"hostname": (site.hostname, None)}
    assert {"domain.added", "banner.published"} <= {event["event"] for event in before}


def test_a_deleted_hostname_may_be_added_again(panel: Panel) -> None:
    domain = add(panel)
    panel.delete(path_of(domain), status=204)
    readded = add(panel, hostname=domain["hostname"])
    assert readded["id"] != domain["id"]
    assert readded["verifyToken"] != domain["verifyToken"]


def test_the_settings_that_visitors_feel(panel: Panel, app: TestApp) -> None:
    site = make_site(panel)
    path = f"/v1/domains/{site.id}/settings"
    as_added = {
        "gpcRefuses": "all",
        "renewAfterMonths": 12,
        "shareSubdomains": False,
        "countImpressions": True,
        "reloadOnWithdrawal": False,
        "unknownPlace": "strictest",
        "limitSensitive": False,
        "gpp": "off",
    }
    assert panel.get(path, status=200).json == as_added
    changed = panel.patch(path, {"gpcRefuses": "marketing", "shareSubdomains": True}).json
    assert changed == as_added | {"gpcRefuses": "marketing", "shareSubdomains": True}
    settings = {"renewAfterMonths": 6, "countImpressions": False, "reloadOnWithdrawal": True}
    assert panel.patch(path, settings).json == changed | settings
    assert panel.get(path).json == changed | settings
    banner = app.get(f"/v1/public/domains/{site.id}/banner").json
    assert banner["gpc"] == "marketing"
    assert (banner["renewAfterMonths"], banner["shareSubdomains"]) == (6, True)
    event = audit_events(panel)[0]
    assert event["event"] == "domain.settings_changed"
    assert detail(event) == {
        "hostname": (None, site.hostname),
        "renewAfterMonths": ("12", "6"),
        "countImpressions": ("true", "false"),
        "reloadOnWithdrawal": ("false", "true"),
    }


def test_strangers_find_nothing_and_viewers_change_nothing(
    panel: Panel, app: TestApp, application: Application
) -> None:
    domain = add(panel)
    group = panel.post("/v1/domain-groups", {"name": "Shops"}, status=201).json
    paths = (path_of(domain), path_of(domain, "/settings"), f"/v1/domain-groups/{group['id']}")
    reads = (path_of(domain), path_of(domain, "/settings"), path_of(domain, "/compliance"))
    bodies: tuple[dict[str, Any], ...] = ({"region": "UK"}, {"renewAfterMonths": 6}, {"name": "x"})
    stranger = make_panel(app, application.now())
    for path in reads:
        stranger.get(path, status=404)
    for path, body in zip(paths, bodies, strict=True):
        assert stranger.patch(path, body, status=404).json["code"] == "not_found"
    for path in (paths[0], paths[2]):
        stranger.delete(path, status=404)
    assert stranger.get("/v1/domain-groups").json == []
    give_role(application, panel, "viewer")
    for path in (*reads, "/v1/domain-groups"):
        panel.get(path, status=200)
    for path, body in zip(paths, bodies, strict=True):
        assert panel.patch(path, body, status=403).json["code"] == "forbidden"
    for path in (paths[0], paths[2]):
        panel.delete(path, status=403)
    panel.post("/v1/domain-groups", {"name": "y"}, status=403)
