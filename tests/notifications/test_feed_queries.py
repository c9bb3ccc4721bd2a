"""The feed's number of queries, and what they read."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from sqlalchemy import event

from consent_app.application import Application
from consent_app.notifications.feed_queries import get_events
from tests.support.bulk_data import fill_workspace
from tests.support.factories import Panel, make_site
from tests.support.feed_events import add_feed_event
from tests.support.feeds import feed


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
