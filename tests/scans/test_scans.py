"""Scans as rows, and their outcome in the feed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import delete

from consent_app.application import Application
from consent_app.context import Context
from consent_app.domains.check_results import record_scan
from consent_app.domains.models import Domain
from consent_app.domains.queries import lock_domain
from consent_app.scans.queries import get_scan_states, get_scanned
from consent_app.scans.scans import ScanOutcome, queue_scan, start_scan
from tests.support.factories import Panel, unique
from tests.support.waiting import call_within


def new_domain(panel: Panel) -> UUID:
    body = {"hostname": f"{unique('shop')}.com"}
    return UUID(panel.post("/v1/domains", body, status=201).json["id"])


def test_one_scan_of_a_domain_is_under_way(panel: Panel, application: Application) -> None:
    domain_id, other_id = new_domain(panel), new_domain(panel)
    with Context.of_system(application).transaction() as ctx:
        scan_id = queue_scan(ctx, domain_id)
        assert scan_id is not None
        assert queue_scan(ctx, domain_id) is None
        assert queue_scan(ctx, other_id) is not None
        state = get_scan_states(ctx.session, [domain_id])[domain_id]
        assert state.last_scan_at is None
        # A first scan that has not ended is no reason for a finding.
        assert get_scanned(ctx.session, [domain_id]) == {}
        assert state.active is not None
        assert (state.active.id, state.active.status) == (scan_id, "queued")
        assert start_scan(ctx, scan_id)
        assert not start_scan(ctx, scan_id)
        assert queue_scan(ctx, domain_id) is None
        assert record_scan(ctx, scan_id, "completed", "3 cookies found.")
        assert not record_scan(ctx, scan_id, "failed", "Too late.")
        states = get_scan_states(ctx.session, [domain_id, other_id])
        assert states[other_id].active is not None
        state = states[domain_id]
        assert state.active is None
        assert state.last_scan_at is not None
        assert get_scanned(ctx.session, [domain_id, other_id]) == {domain_id: True}
        assert queue_scan(ctx, domain_id) is not None
        assert get_scan_states(ctx.session, []) == {}


@pytest.mark.parametrize(
    ("ending", "kind", "severity"),
    [
        ("completed", "scan_completed", "info"),
        ("blocked", "scan_failed", "warning"),
        ("failed", "scan_failed", "warning"),
    ],
)
def test_the_feed_shows_how_a_scan_ended(
    panel: Panel, application: Application, ending: ScanOutcome, kind: str, severity: str
) -> None:
    domain_id = new_domain(panel)
    with Context.of_system(application).transaction() as ctx:
        scan_id = queue_scan(ctx, domain_id)
        assert scan_id is not None
        record_scan(ctx, scan_id, ending, "What there is to say.")
    items = panel.get("/v1/notifications", status=200).json["items"]
    (item,) = [entry for entry in items if entry["kind"].startswith("scan_")]
    assert (item["kind"], item["severity"]) == (kind, severity)
    assert item["detail"] == "What there is to say."
    assert item["domainId"] == str(domain_id)
    assert item["emailNotificationId"] == kind


def test_a_domain_shows_its_scans_and_its_score_includes_them(
    panel: Panel, application: Application
) -> None:
    domain_id = new_domain(panel)

    def listed_scans() -> list[Any]:
        domain = panel.get(f"/v1/domains/{domain_id}").json
        listed = panel.get("/v1/domains").json["items"][0]
        assert listed == domain
        return [domain["lastScanAt"], domain["activeScan"]["status"], domain["score"]]

    def findings() -> set[str]:
        answer = panel.get(f"/v1/domains/{domain_id}/compliance").json
        return {finding["rule"] for finding in answer["findings"]}

    _, _, unscanned = listed_scans()
    assert "site_scanned" not in findings()
    with Context.of_system(application).transaction() as ctx:
        scan_id = queue_scan(ctx, domain_id)
        assert scan_id is not None
    assert listed_scans() == [None, "queued", unscanned]
    with Context.of_system(application).transaction() as ctx:
        start_scan(ctx, scan_id)
    active = panel.get(f"/v1/domains/{domain_id}").json["activeScan"]
    assert (active["status"], active["id"]) == ("running", str(scan_id))
    assert active["startedAt"] is not None
    with Context.of_system(application).transaction() as ctx:
        record_scan(ctx, scan_id, "failed", "The site did not answer.")
    at, status, score = listed_scans()
    assert at is not None
    assert (status, score) == ("none", unscanned - 20)
    assert "site_scanned" in findings()
    with Context.of_system(application).transaction() as ctx:
        second_scan = queue_scan(ctx, domain_id)
        assert second_scan is not None
        record_scan(ctx, second_scan, "completed", "Nothing was found.")
    assert listed_scans()[2] == unscanned
    assert "site_scanned" not in findings()


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_scan_ends_while_its_domain_is_deleted(panel: Panel, application: Application) -> None:
    domain_id = new_domain(panel)
    with Context.of_system(application).transaction() as ctx:
        scan_id = queue_scan(ctx, domain_id)
        assert scan_id is not None

    def end() -> bool:
        with Context.of_system(application).transaction() as ctx:
            return record_scan(ctx, scan_id, "completed", "3 cookies found.")

    ended = call_within(
        application,
        lambda session: lock_domain(session, UUID(panel.organization["id"]), domain_id),
        end,
        lambda session: session.execute(delete(Domain).where(Domain.id == domain_id)),
    )
    assert not ended.result()
