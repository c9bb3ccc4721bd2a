"""Counting refused requests: one row for each caller, type and hour, written in a thread."""

from __future__ import annotations

import threading
import time
import uuid
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import OperationalError

from consent_app.application import Application
from consent_app.db.engine import SQLITE_BUSY_SECONDS
from consent_app.db.session import Database
from consent_app.events.models import AuditEvent
from consent_app.events.refusals import RefusalKey, Refusals
from tests.support.audit import refusals
from tests.support.factories import Panel, make_panel, unique
from tests.support.forwarding import live_client
from tests.support.harness import Harness, MovableClock
from tests.support.live_server import LiveServer


def test_refusals_cannot_flood_the_audit_log(
    harness: Harness, panel: Panel, clock: MovableClock
) -> None:
    clock.freeze()
    for number in range(200):
        panel.get(f"/v1/domains/{uuid.uuid4()}", status=404)
        if number % 50 == 0:
            harness.application.get(Refusals).flush()
    assert refusals(harness, panel, "request.not_found") == [(panel.person.user_id, "200")]


def test_many_processes_count_into_one_row(application: Application, panel: Panel) -> None:
    claims = application.signer.verify(panel.access_token, "panel", application.now())
    hour = application.now().replace(minute=0, second=0, microsecond=0)
    key = RefusalKey("request.not_found", hour, claims.workspace_id, "user", claims.user_id)
    processes = [Refusals(application) for _ in range(4)]
    for process in processes:
        process.write_seconds = 3600
        for _ in range(25):
            process.count(key)
    threads = [threading.Thread(target=process.flush) for process in processes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with application.database.session(read_only=True) as session:
        row = session.get(AuditEvent, key.id)
    assert row is not None
    assert row.detail == [{"name": "count", "before": None, "after": "100"}]


def test_a_deleted_account_keeps_no_count_from_being_written(application: Application) -> None:
    hour = application.now().replace(minute=0, second=0, microsecond=0)
    refusals = Refusals(application)
    refusals.write_seconds = 3600
    event = "request.forbidden"
    refusals.count(RefusalKey(event, hour, uuid.uuid4(), "user", uuid.uuid4()))
    refusals.flush()
    assert not refusals._counts
    with application.database.session(read_only=True) as session:
        assert session.get(AuditEvent, RefusalKey(event, hour).id) is not None


def test_callers_beyond_the_limit_are_counted_together(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("consent_app.events.refusals.MAX_COUNTS", 2)
    hour = application.now().replace(minute=0, second=0, microsecond=0)
    refusals = Refusals(application)
    refusals.write_seconds = 3600
    first, second, third, fourth = (
        RefusalKey("request.not_found", hour, uuid.uuid4(), "user", uuid.uuid4()) for _ in range(4)
    )
    for key in (first, second, third, fourth, first):
        refusals.count(key)
    counts = dict(refusals._counts)
    # Nothing to write: this only ends the timer.
    refusals._counts.clear()
    refusals.flush()
    assert counts == {first: 2, second: 1, RefusalKey("request.not_found", hour): 2}


def test_counts_that_cannot_be_written_are_kept(
    application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = application.now().replace(minute=0, second=0, microsecond=0)
    key = RefusalKey(unique("request."), hour)
    refusals = Refusals(application)
    refusals.write_seconds = 3600

    def away() -> Any:
        raise OperationalError("", {}, Exception())

    with monkeypatch.context() as patch:
        patch.setattr(application.database, "autonomous_transaction", away)
        refusals.count(key)
        refusals.flush()
    refusals.count(key)
    refusals.flush()
    with application.database.session(read_only=True) as session:
        row = session.get(AuditEvent, key.id)
    assert row is not None
    assert row.detail == [{"name": "count", "before": None, "after": "2"}]


def test_responses_do_not_wait_for_the_audit_of_refusals(
    harness: Harness, panel: Panel, clock: MovableClock
) -> None:
    """Another process holds SQLite's writer, or the row, all the time."""
    clock.freeze()
    database = Database(harness.application.settings.database_url)
    try:
        with database.transaction() as session:
            session.execute(
                update(AuditEvent).where(AuditEvent.id == uuid.uuid4()).values(event="")
            )
            began = time.monotonic()
            for _ in range(20):
                panel.get(f"/v1/domains/{uuid.uuid4()}", status=404)
            # Each of them would wait for so long.
            assert time.monotonic() - began < 10 * SQLITE_BUSY_SECONDS
    finally:
        database.dispose()
    assert refusals(harness, panel, "request.not_found") == [(panel.person.user_id, "20")]


def test_the_running_server_writes_them(live_server: LiveServer) -> None:
    panel = make_panel(
        live_client(live_server.url, f"2001:db8::{unique('')[:4]}"), live_server.application.now()
    )
    for _ in range(30):
        panel.get(f"/v1/domains/{uuid.uuid4()}", status=404)
    deadline = time.monotonic() + 20
    results: list[Any] = []
    # One row, or two around a full hour.
    while sum(int(result["detail"][0]["after"]) for result in results) != 30:
        assert time.monotonic() < deadline
        time.sleep(0.2)
        results = panel.get("/v1/audit-events", params={"event": "request.not_found"}).json
    with live_server.application.database.session(read_only=True) as session:
        count = session.scalar(select(func.count()).where(AuditEvent.event == "request.not_found"))
    assert count is not None
