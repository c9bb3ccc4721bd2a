"""Lists that are longer than a page."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.factories import make_site
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in


def test_the_last_page_of_a_list_gets_the_focus_of_its_button(page: Page, live: LiveServer) -> None:
    site = make_site(new_panel(live))
    for _ in range(53):
        site.decide()
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, "/receipts")
    rows = page.get_by_role("region", name="Receipts, newest first").get_by_role("row")
    expect(rows).to_have_count(51)
    page.get_by_role("button", name="Show more").press("Enter")
    expect(rows).to_have_count(54)
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)
    expect(rows.nth(51).get_by_role("link")).to_be_focused()
