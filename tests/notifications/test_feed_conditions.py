"""A problem's instant is when its condition began, and its id is that occurrence's."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, select
from webtest import TestApp

from consent_app.application import Application
from consent_app.domains.models import DomainCondition
from consent_app.notifications.jobs import forget_events
from tests.support.domains import set_domain
from tests.support.factories import Panel, Site, make_panel, make_site
from tests.support.harness import MovableClock


@pytest.fixture
def panel(app: TestApp, clock: MovableClock) -> Panel:
    return make_panel(app, clock())


@pytest.fixture
def site(panel: Panel, application: Application) -> Site:
    site = make_site(panel)
    set_domain(application, site.id, status="verified", ssl_ok=True)
    return site


def later(panel: Panel, clock: MovableClock, **duration: float) -> None:
    """Move the clock, and renew the panel's session."""
    clock.move(**duration)
    panel.renew()


def problem(panel: Panel, words: str) -> dict[str, Any] | None:
    feed = panel.get("/v1/notifications", status=200).json
    results = [item for item in feed["items"] if words in item["title"]]
    assert len(results) <= 1
    return results[0] if results else None


def mark_read(panel: Panel) -> None:
    panel.post("/v1/notifications/read", status=200)


CERTIFICATE, VERIFIED = "certificate", "is not verified"


@pytest.mark.parametrize(
    ("words", "broken", "fixed"),
    [
        (CERTIFICATE, {"ssl_ok": False}, {"ssl_ok": True}),
        (VERIFIED, {"status": "failed"}, {"status": "verified"}),
    ],
)
def test_items_that_begin_after_the_feed_was_read_are_new(
    panel: Panel,
    site: Site,
    application: Application,
    clock: MovableClock,
    words: str,
    broken: dict[str, Any],
    fixed: dict[str, Any],
) -> None:
    assert problem(panel, words) is None
    mark_read(panel)
    read_at = panel.get("/v1/notifications").json["readAt"]
    later(panel, clock, days=9)
    set_domain(application, site.id, **broken)
    first = problem(panel, words)
    assert first is not None
    assert first["at"] > read_at
    assert first["read"] is False
    assert panel.get("/v1/notifications").json["items"][0] == first
    mark_read(panel)
    later(panel, clock, hours=5)
    set_domain(application, site.id, **broken)
    assert problem(panel, words) == {**first, "read": True}

    set_domain(application, site.id, **fixed)
    assert problem(panel, words) is None
    later(panel, clock, hours=5)
    set_domain(application, site.id, **broken)
    second = problem(panel, words)
    assert second is not None
    assert second["id"] != first["id"]
    assert second["at"] > first["at"]
    assert second["read"] is False


def test_publishing_again_what_is_still_missing_makes_nothing_new(
    panel: Panel, site: Site, clock: MovableClock
) -> None:
    before = problem(panel, "no privacy policy")
    assert before is not None
    mark_read(panel)
    later(panel, clock, days=1)
    panel.post(f"/v1/domains/{site.id}/banner/publish", status=200)
    assert problem(panel, "no privacy policy") == {**before, "read": True}


def test_a_new_domains_problems_begin_with_it(panel: Panel, site: Site) -> None:
    fresh = panel.post("/v1/domains", {"hostname": f"new.{site.hostname}"}, status=201).json
    feed = panel.get("/v1/notifications").json["items"]
    begin_times = {item["at"] for item in feed if item["domainId"] == fresh["id"]}
    assert {at[:19] for at in begin_times} == {fresh["createdAt"][:19]}


def test_ended_conditions_are_deleted_after_a_month(
    panel: Panel, site: Site, application: Application, clock: MovableClock
) -> None:
    def ended_count() -> int:
        with application.database.session(read_only=True) as session:
            is_own = DomainCondition.domain_id == UUID(site.id)
            ended = DomainCondition.ended_at.is_not(None)
            return session.scalar(select(func.count()).where(is_own, ended)) or 0

    assert ended_count() == 2
    clock.move(days=31)
    forget_events(application, {})
    assert ended_count() == 0
