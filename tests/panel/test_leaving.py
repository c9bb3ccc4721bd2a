"""Leaving a page with unsaved input, by the browser's own buttons."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.factories import make_site
from tests.support.live import LiveServer
from tests.support.panel_signing import sign_in


def test_the_back_button_asks_before_unsaved_input_is_lost(page: Page, live: LiveServer) -> None:
    site = make_site(new_panel(live), region="EU")
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}")
    # A link within the page is an entry of the history too.
    page.get_by_role("link", name="To the verification").click()
    page.get_by_role("link", name="Edit the banner").first.click()
    responsible = page.get_by_role("textbox", name="Who is responsible for the site")
    responsible.fill("Mine Ltd")
    editor = page.url
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        page.evaluate("history.go(-2)")
    assert asked.value.message == "Your changes are not saved. Leave the page?"
    expect(page).to_have_url(editor)
    expect(responsible).to_have_value("Mine Ltd")
    page.once("dialog", lambda dialog: dialog.accept())
    page.go_back()
    expect(page.get_by_role("heading", name=site.hostname)).to_be_focused()
    # What was left is not asked about again, and the way forward is still there.
    page.go_forward()
    expect(page.get_by_role("heading", name="Banner", exact=True)).to_be_focused()
    expect(responsible).not_to_have_value("Mine Ltd")
