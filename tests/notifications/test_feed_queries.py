"""The feed's number of queries, and what they read."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from consent_app.application import Application
from consent_app.notifications.feed_queries import get_domain_states, get_events
from tests.support.bulk_data import fill_workspace
from tests.support.factories import Panel, make_site
from tests.support.feed_events import add_feed_event
from tests.support.feeds import feed
from tests.support.receipt_rows import insert, row


def test_a_feed_takes_the_same_queries_whatever_the_domains(
    panel: Panel, application: Application
) -> None:
    queries: list[str] = []

    def count(*args: Any) -> None:
        queries.append(args[2])

    event.listen(application.database.engine, "before_cursor_execute", count)
    try:
        make_site(panel)
        queries.clear()
        before = feed(panel)["total"]
        few = len(queries)
        fill_workspace(application, uuid.UUID(panel.organization["id"]), domains=5000, members=50)
        queries.clear()
        answer = feed(panel)
        many = len(queries)
    finally:
        event.remove(application.database.engine, "before_cursor_execute", count)
    assert few == many < 10
    assert answer["total"] > before + 5000
    assert len(answer["items"]) == 100
    kinds = {item["kind"] for item in feed(panel, limit=500)["items"]}
    assert {"domain_unverified", "compliance_finding"} <= kinds


def test_events_are_read_without_entities(panel: Panel, application: Application) -> None:
    """Of the tens of thousands of a large workspace, each would take as long as all else."""
    workspace_id = uuid.UUID(panel.organization["id"])
    with application.database.transaction() as session:
        add_feed_event(session, application, workspace_id, "domain_added", hostname="a.example")
    since = application.now() - timedelta(days=1)
    with application.database.session(read_only=True) as session:
        (event_row,) = get_events(session, workspace_id, ["domain_added"], since)
        assert event_row.hostname == "a.example"
        assert list(session) == []


@pytest.mark.cluster
def test_a_domain_was_last_seen_with_its_last_receipt_however_old(
    panel: Panel, application: Application
) -> None:
    now = application.now()
    workspace_id = uuid.UUID(panel.organization["id"])
    domain_ids = [uuid.UUID(make_site(panel).id) for _ in range(3)]
    ages = {domain_ids[0]: (400, 40, 2), domain_ids[1]: (400, 40)}
    rows = [
        row(now - timedelta(days=age), workspace_id, domain_id=id_)
        for id_, days in ages.items()
        for age in days
    ]
    insert(application, rows)
    with application.database.session(read_only=True) as session:
        states = get_domain_states(session, workspace_id, now)
    last_days = {
        state.domain.id: state.last_seen_at and (now - state.last_seen_at).days for state in states
    }
    assert [last_days[id_] for id_ in domain_ids] == [2, 40, None]
