from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.notifications import feed_queries
from consent_app.notifications.notification_types import EVENT_TYPES
from tests.support.account_mails import last_token
from tests.support.domains import set_domain
from tests.support.factories import PASSWORD, Panel, make_panel, make_site, unique
from tests.support.feed_events import add_feed_event
from tests.support.feeds import feed, kinds
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting


def test_an_empty_workspace_has_an_empty_feed(panel: Panel) -> None:
    assert feed(panel) == {"items": [], "unread": 0, "total": 0, "readAt": None}


def test_the_feed_is_in_the_readers_language(panel: Panel) -> None:
    site = make_site(panel, region="EU")
    panel.app.extra_environ["HTTP_ACCEPT_LANGUAGE"] = "de"
    texts = {item["kind"]: (item["title"], item["detail"]) for item in feed(panel)["items"]}
    assert texts["domain_added"][0] == f"{site.hostname} wurde angelegt"
    assert texts["domain_unverified"][0] == f"{site.hostname} ist nicht verifiziert"
    title, detail = texts["compliance_finding"]
    assert title.startswith(f"{site.hostname}: ")
    assert "Website" in detail or "Datenschutzerklärung" in detail
    mails = panel.get("/v1/account/mail-preferences").json["workspaces"][0]["mails"]
    assert "Eine Domain wurde angelegt." in {mail["description"] for mail in mails}


def test_problems_and_events_newest_first(panel: Panel) -> None:
    site = make_site(panel, region="EU")
    answer = feed(panel)
    items = answer["items"]
    assert [item["at"] for item in items] == sorted((i["at"] for i in items), reverse=True)
    names = {(item["kind"], item["severity"]) for item in items}
    assert names == {
        ("banner_published", "info"),
        ("domain_added", "info"),
        ("domain_unverified", "warning"),
        ("compliance_finding", "warning"),
    }
    assert answer["total"] == answer["unread"] == len(items)
    for item in items:
        assert item["domainId"] == site.id
        assert item["hostname"] == site.hostname
        assert item["read"] is False
        mailed = {"banner_published", "domain_added"}
        own_mail = item["kind"] if item["kind"] in mailed else None
        assert item["emailNotificationId"] == own_mail
        assert site.hostname in item["title"]
        assert item["detail"]


def test_a_problem_keeps_its_id_and_disappears_when_fixed(
    panel: Panel, application: Application
) -> None:
    site = make_site(panel)
    before, after = feed(panel)["items"], feed(panel)["items"]
    assert before == after
    set_domain(application, site.id, status="verified", ssl_ok=True, banner_policy_url=True)
    assert sorted(kinds(panel)) == ["banner_published", "domain_added"]


def test_a_heavy_finding_is_critical(panel: Panel, application: Application) -> None:
    site = make_site(panel)
    set_domain(application, site.id, banner_purposes_named=False)
    critical = [item for item in feed(panel)["items"] if item["severity"] == "critical"]
    assert [item["title"] for item in critical] == [f"{site.hostname}: purposes are not described"]


@pytest.mark.cluster
def test_missing_traffic_is_reported_after_a_week_until_the_next_decision(
    app: TestApp, clock: MovableClock, application: Application
) -> None:
    panel = make_panel(app, clock())
    site = make_site(panel)
    verified = {"status": "verified", "ssl_ok": True, "banner_policy_url": True}
    set_domain(application, site.id, **verified)
    panel = sign_in_after(panel, clock, days=6)
    assert "no_traffic" not in kinds(panel)
    panel = sign_in_after(panel, clock, days=1, seconds=1)
    assert "no_traffic" in kinds(panel)
    site.decide()
    assert "no_traffic" not in kinds(panel)
    panel = sign_in_after(panel, clock, days=7, seconds=1)
    assert "no_traffic" in kinds(panel)
    # Who is shown the banner and leaves it be is a visitor too.
    path = f"/v1/public/domains/{site.id}/impressions"
    app.post(path, headers={"Origin": site.origin}, status=204)
    assert "no_traffic" not in kinds(panel)


def sign_in_after(panel: Panel, clock: MovableClock, **duration: float) -> Panel:
    """Move the clock, and sign the person in again, because their token has expired."""
    clock.move(**duration)
    panel.renew()
    return panel


def test_events_stay_for_thirty_days(
    app: TestApp, clock: MovableClock, application: Application
) -> None:
    panel = make_panel(app, clock())
    site = make_site(panel)
    assert "domain_added" in kinds(panel)
    for days in (29, 2):
        panel = sign_in_after(panel, clock, days=days)
    assert not {"domain_added", "banner_published"} & set(kinds(panel))
    assert "domain_unverified" in kinds(panel)
    assert site.id


def test_a_publication_says_nothing_about_what_is_shown_today(panel: Panel) -> None:
    site = make_site(panel)
    panel.post(f"/v1/domains/{site.id}/banner/publish", status=200)
    panel.delete(f"/v1/domains/{site.id}", status=204)
    rows = [row for row in feed(panel)["items"] if row["kind"] == "banner_published"]
    details = sorted(row["detail"] for row in rows)
    assert details == ["Version 1 was published.", "Version 2 was published."]


def test_the_feed_has_the_newest_events_and_every_problem(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading hundreds of thousands, from publishing all day, would take seconds."""
    site = make_site(panel)
    problems = [kind for kind in kinds(panel) if kind not in EVENT_TYPES]
    for _ in range(3):
        panel.post(f"/v1/domains/{site.id}/banner/publish", status=200)
    monkeypatch.setattr(feed_queries, "MAX_EVENTS", 3)
    limited = feed(panel)
    assert kinds(panel) == ["banner_published"] * 3 + problems
    assert problems
    assert limited["total"] == limited["unread"] == len(limited["items"])


def test_a_new_member_is_announced(
    harness: Harness, app: TestApp, panel: Panel, application: Application
) -> None:
    email = f"{unique('charles')}@example.com"
    inviting(panel).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    assert kinds(panel) == []
    body = {
        "token": last_token(harness, email, "invited"),
        "name": "Charles Babbage",
        "password": PASSWORD,
    }
    app.post_json("/v1/auth/invite/accept", body, status=200)
    (item,) = feed(panel)["items"]
    assert item["kind"] == "member_joined"
    assert email in item["title"]
    assert item["domainId"] is None


@pytest.mark.parametrize(
    ("kind", "severity"), [("scan_failed", "warning"), ("scan_completed", "info")]
)
def test_the_end_of_a_scan_is_announced(
    panel: Panel, application: Application, kind: Any, severity: str
) -> None:
    workspace_id = uuid.UUID(panel.organization["id"])
    with application.database.transaction() as session:
        add_feed_event(
            session,
            application,
            workspace_id,
            kind,
            domain_id=application.new_id(),
            hostname="www.example.com",
            subject="The site did not answer.",
        )
    (item,) = feed(panel)["items"]
    assert (item["kind"], item["severity"]) == (kind, severity)
    assert item["detail"] == "The site did not answer."


def test_reading_is_each_users_own_and_new_things_are_unread(
    panel: Panel, clock: MovableClock
) -> None:
    make_site(panel)
    total = feed(panel)["total"]
    clock.move(seconds=1)
    marked = panel.post("/v1/notifications/read", status=200).json["readAt"]
    after = feed(panel)
    assert (after["unread"], after["total"], after["readAt"]) == (0, total, marked)
    assert all(item["read"] for item in after["items"])
    clock.move(seconds=1)
    make_site(panel)
    later = feed(panel)
    assert 0 < later["unread"] < later["total"]
    assert [item["read"] for item in later["items"]] == sorted(
        item["read"] for item in later["items"]
    )
    clock.move(seconds=1)
    assert panel.post("/v1/notifications/read", status=200).json["readAt"] > marked
    assert feed(panel)["unread"] == 0


def test_pages_lead_through_the_whole_feed(panel: Panel) -> None:
    hostnames = [panel.post("/v1/domains", {"hostname": f"{unique()}.com"}) for _ in range(7)]
    assert len(hostnames) == 7
    whole = [item["id"] for item in feed(panel, limit=500)["items"]]
    assert len(whole) > 7
    path, ids = "/v1/notifications?limit=3", []
    while path:
        response = panel.get(path, status=200)
        ids += [item["id"] for item in response.json["items"]]
        assert response.json["total"] == len(whole)
        link = re.match(r"<[^>]*(/v1/[^>]*)>", response.headers.get("Link", ""))
        path = link[1] if link else ""
    assert ids == whole
    for nowhere in ("nowhere", "1-" + "-" * 36):
        panel.get(f"/v1/notifications?cursor={nowhere}", status=400)
    deleted = "1795251600000000-8-5f0c3a52-6c53-5b9e-9a38-0f7a4a0a8f0e"
    assert panel.get(f"/v1/notifications?cursor={deleted}", status=200).json["total"] == len(whole)


def test_rows_of_one_instant_begin_with_the_most_severe_and_with_the_verification(
    panel: Panel, clock: MovableClock
) -> None:
    clock.freeze()
    for _ in range(5):
        panel.post("/v1/domains", {"hostname": f"{unique()}.com"}, status=201)
    rows = [(item["severity"], item["kind"]) for item in feed(panel, limit=500)["items"]]
    assert {severity for severity, _ in rows} == {"warning", "info"}
    assert rows[:6] == [("warning", "domain_unverified")] * 5 + [("warning", "compliance_finding")]
    assert rows[-5:] == [("info", "domain_added")] * 5


def test_a_page_begins_after_an_item_of_the_same_instant_that_has_disappeared(
    panel: Panel, clock: MovableClock
) -> None:
    clock.freeze()
    for _ in range(3):
        panel.post("/v1/domains", {"hostname": f"{unique()}.com"}, status=201)
    whole = feed(panel, limit=500)["items"]
    first = panel.get("/v1/notifications?limit=3", status=200)
    last = first.json["items"][-1]
    assert whole[3]["at"] == last["at"]
    cursor = re.search(r"cursor=([0-9a-f-]+)", first.headers["Link"])
    assert cursor is not None
    panel.delete(f"/v1/domains/{last['domainId']}", status=204)
    shown = {item["id"] for item in first.json["items"]}
    next_ids = [item["id"] for item in feed(panel, limit=500, cursor=cursor[1])["items"]]
    remaining = [item for item in whole if item["domainId"] != last["domainId"]]
    assert not shown & set(next_ids)
    # The deletion is an item of its own.
    assert {item["id"] for item in remaining} - shown < set(next_ids)


def test_the_limit_trims_items_only(panel: Panel) -> None:
    make_site(panel)
    whole = feed(panel)
    cut = feed(panel, limit=1)
    assert cut["items"] == whole["items"][:1]
    assert (cut["unread"], cut["total"]) == (whole["unread"], whole["total"])
    for limit in ("0", "501", "x"):
        panel.get(f"/v1/notifications?limit={limit}", status=400)


def test_an_item_has_the_members_of_the_interface_and_no_other(panel: Panel) -> None:
    make_site(panel)
    items = feed(panel)["items"]
    assert {item["kind"] for item in items} > {"domain_added", "domain_unverified"}
    members = "id kind severity title detail at domainId hostname read emailNotificationId"
    for item in items:
        assert set(item) == set(members.split())


def test_an_event_of_a_deleted_domain_keeps_its_hostname_alone(panel: Panel) -> None:
    kept, deleted = make_site(panel), make_site(panel)
    panel.delete(f"/v1/domains/{deleted.id}", status=204)
    ids = {item["hostname"]: item["domainId"] for item in feed(panel)["items"]}
    assert ids == {kept.hostname: kept.id, deleted.hostname: None}


def test_another_workspaces_feed_is_its_own(
    app: TestApp, panel: Panel, application: Application
) -> None:
    make_site(panel)
    assert feed(make_panel(app, application.now()))["total"] == 0


def test_a_failed_domain_names_its_mail_and_its_reason(
    panel: Panel, application: Application
) -> None:
    site = make_site(panel)
    set_domain(application, site.id, status="failed", verify_reason="The record is gone.")
    (item,) = [entry for entry in feed(panel)["items"] if entry["kind"] == "domain_unverified"]
    assert item["detail"] == "The record is gone."
    assert item["emailNotificationId"] == "verification_failed"
