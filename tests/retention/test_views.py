"""Erasing one visitor by the panel's routes."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID, uuid4

from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import make_panel, make_site
from tests.support.harness import Harness
from tests.support.members import join
from tests.support.receipt_rows import insert, row
from tests.support.row_search import columns_with


def erasure(receipt_id: str) -> str:
    return f"/v1/consent-events/{receipt_id}/erasure"


def test_a_visitors_receipts_are_counted_and_then_erased(
    app: TestApp, application: Application
) -> None:
    site = make_site(make_panel(app, application.now()))
    key = {"Idempotency-Key": str(uuid4())}
    first = site.decide(remote_addr="192.0.2.1", headers=key).json
    link = {"formerReceiptId": first["id"], "formerProofToken": first["proofToken"]}
    second = site.decide(remote_addr="192.0.2.2", **link).json
    neighbour = site.decide(remote_addr="192.0.2.1").json
    unrelated = site.decide(remote_addr="192.0.2.3").json
    panel = site.panel
    counted = panel.get(erasure(first["id"]), status=200).json
    linked_ids = [second["id"], first["id"]]
    assert counted == {"linked": 2, "linkedIds": linked_ids, "sameAddress": 1}
    assert panel.post(erasure(second["id"]), status=200).json == {"deleted": 2}
    assert {receipt["id"] for receipt in site.receipts()} == {neighbour["id"], unrelated["id"]}
    assert columns_with(application, first["id"]) == set()
    assert columns_with(application, second["id"]) == {"audit_events.subject_id"}
    panel.get(erasure(first["id"]), status=404)
    panel.post(erasure(first["id"]), status=404)
    same = site.decide(remote_addr="192.0.2.1").json
    erased = panel.post(erasure(same["id"]), {"sameAddress": True}, status=200).json
    assert erased == {"deleted": 2}
    assert {receipt["id"] for receipt in site.receipts()} == {unrelated["id"]}
    events = panel.get("/v1/audit-events?event=receipts.erased").json
    assert [event["subjectId"] for event in events] == [same["id"], second["id"]]


def test_the_newest_hundred_of_many_linked_receipts_are_named(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    panel = make_panel(app, now)
    workspace_id = UUID(panel.organization["id"])
    oldest = row(now - timedelta(days=200), workspace_id)
    later = [
        row(now - timedelta(days=days), workspace_id, former_receipt_id=oldest["id"])
        for days in range(101)
    ]
    insert(application, [oldest, *later])
    answer = panel.get(erasure(str(oldest["id"])), status=200).json
    assert answer["linked"] == 102
    assert answer["linkedIds"] == [str(receipt["id"]) for receipt in later[:100]]


def test_another_workspaces_receipt_is_not_found(app: TestApp, application: Application) -> None:
    site = make_site(make_panel(app, application.now()))
    receipt = site.decide().json
    stranger = make_panel(app, application.now())
    stranger.get(erasure(receipt["id"]), status=404)
    stranger.post(erasure(receipt["id"]), {"sameAddress": True}, status=404)
    stranger.get(erasure(str(UUID(int=7))), status=404)
    assert [row["id"] for row in site.receipts()] == [receipt["id"]]


def test_viewers_cannot_erase_visitors(
    harness: Harness, app: TestApp, application: Application
) -> None:
    site = make_site(make_panel(app, application.now()))
    receipt = site.decide().json
    viewer = join(harness, site.panel)
    viewer.get(erasure(receipt["id"]), status=403)
    viewer.post(erasure(receipt["id"]), status=403)
    assert len(site.receipts()) == 1
