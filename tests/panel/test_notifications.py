"""The notifications on the overview, more than are shown at first."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.bulk_data import fill_workspace
from tests.support.factories import make_site
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in


def test_every_notification_can_be_seen(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    fill_workspace(live.application, UUID(panel.organization["id"]), domains=30, members=1)
    total = panel.get("/v1/notifications").json["total"]
    assert total > 20
    sign_in(page, origin_of(live, panel.organization["slug"]), panel)
    listed = page.get_by_role("main").get_by_role("list").filter(has_text="shop")
    expect(listed.get_by_role("listitem")).to_have_count(5)
    page.get_by_role("button", name="Show 15 more").click()
    page.get_by_role("button", name=re.compile(f"Show {min(total - 20, 100)} more")).click()
    expect(listed.get_by_role("listitem")).to_have_count(min(total, 120))


def test_a_feed_longer_than_the_service_gives_at_a_time_can_be_read_to_its_end(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    fill_workspace(live.application, UUID(panel.organization["id"]), domains=300, members=1)
    feed = panel.get("/v1/notifications?limit=500")
    assert "Link" in feed.headers
    total = feed.json["total"]
    sign_in(page, origin_of(live, panel.organization["slug"]), panel)
    listed = page.get_by_role("main").get_by_role("list").filter(has_text="shop")
    rows = listed.get_by_role("listitem")
    page.get_by_role("button", name="Show 15 more").click()
    for loaded in range(20, total, 100):
        expect(rows).to_have_count(loaded)
        page.get_by_role("button", name=f"Show {min(total - loaded, 100)} more").click()
    expect(rows).to_have_count(total)
    expect(page.get_by_role("button", name=re.compile("^Show .* more$"))).to_have_count(0)
    assert len(set(rows.all_inner_texts())) == total
    # Marking them as read leaves them there.
    page.get_by_role("button", name="Mark all as read").click()
    expect(rows.get_by_text("new", exact=True)).to_have_count(0)
    expect(rows).to_have_count(total)
    assert panel.get("/v1/notifications?limit=1").json["unread"] == 0


def test_unread_notifications_are_announced_at_the_top(page: Page, live: LiveServer) -> None:
    site = make_site(new_panel(live))
    unread = site.panel.get("/v1/notifications").json["unread"]
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel)
    page.get_by_role("link", name=f"{unread} unread notifications").press("Enter")
    expect(page.get_by_role("heading", name="Notifications")).to_be_focused()
    expect(page.get_by_role("heading", name="Notifications")).to_be_in_viewport()
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_text("No unread notifications.")).to_be_attached()


@pytest.mark.parametrize("others", [0, 100])
def test_a_notification_about_a_deleted_domain_leads_nowhere(
    page: Page, live: LiveServer, others: int
) -> None:
    panel = new_panel(live)
    if others:
        # More than the screen reads.
        workspace_id = UUID(panel.organization["id"])
        fill_workspace(live.application, workspace_id, domains=others, members=1)
    kept, deleted = make_site(panel), make_site(panel)
    panel.delete(f"/v1/domains/{deleted.id}", status=204)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel)
    listed = page.get_by_role("main").get_by_role("listitem")
    of_kept, of_deleted = (listed.filter(has_text=site.hostname) for site in (kept, deleted))
    expect(of_deleted.first).to_be_visible()
    expect(of_kept.get_by_role("link")).to_have_count(of_kept.count())
    expect(of_deleted.get_by_role("link")).to_have_count(0)
    expect(of_deleted.get_by_text("removed")).to_have_count(of_deleted.count())
    expect(of_kept.get_by_text("removed")).to_have_count(0)
