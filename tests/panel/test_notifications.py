"""The notifications on the overview, more than are shown at first."""

from __future__ import annotations

import re
from uuid import UUID

from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.bulk_data import fill_workspace
from tests.support.live import LiveServer
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
