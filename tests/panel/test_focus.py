"""Where the focus is after what had it goes away: near it, and never at the top of the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import opened, settled
from tests.support.factories import Panel, Site, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.members import verify_address


@pytest.fixture
def panel(live: LiveServer) -> Panel:
    return new_panel(live)


@pytest.fixture
def site(panel: Panel) -> Site:
    return make_site(panel)


def heading(page: Page, name: str) -> None:
    """Expect the focus at a heading."""
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_focused()


def test_a_page_in_place_of_a_form_begins_at_its_heading(page: Page, live: LiveServer) -> None:
    page.goto(f"{live.url}/forgot")
    page.get_by_role("textbox", name="Email address").fill("ada@example.com")
    page.keyboard.press("Enter")
    heading(page, "Check your mailbox")


def test_each_finished_step_leads_to_the_next(page: Page, live: LiveServer, panel: Panel) -> None:
    opened(page, live, panel, "/start")
    page.get_by_role("textbox", name="Address of the site").fill(f"{unique('new')}.com")
    page.keyboard.press("Enter")
    heading(page, "Your site done")
    page.keyboard.press("Tab")
    expect(page.get_by_role("textbox", name="Who is responsible for the site")).to_be_focused()
    page.keyboard.press("Enter")
    heading(page, "Your banner done")


def test_a_button_that_goes_away_leaves_the_focus_at_its_part(
    page: Page, live: LiveServer, site: Site
) -> None:
    opened(page, live, site.panel, "/")
    page.get_by_role("button", name="Mark all as read").press("Enter")
    heading(page, "Notifications")


def test_what_is_confirmed_leaves_the_focus_at_its_part(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    opened(page, live, panel, "/api-keys")
    page.get_by_role("textbox", name="Name").fill("Warehouse")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="I have saved it").press("Enter")
    heading(page, "API keys")


def test_the_last_row_of_a_list_leaves_the_focus_at_its_part(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    verify_address(live.harness, panel)
    email = f"{unique('grace')}@example.com"
    panel.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    opened(page, live, panel, "/members")
    page.get_by_role("button", name=f"Revoke the invitation for {email}").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True).press("Enter")
    heading(page, "Open invitations")


def test_an_export_that_is_stopped_can_begin_again(
    page: Page, live: LiveServer, site: Site
) -> None:
    site.decide()
    opened(page, live, site.panel, "/receipts")
    settled(page)
    page.route(re.compile("limit=(?!51)"), lambda route: None)
    page.get_by_role("button", name="Export").press("Enter")
    page.get_by_role("button", name="Stop").press("Enter")
    heading(page, "Export")


def test_what_is_there_after_a_second_attempt_begins_at_its_heading(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    page.route("**/v1/members", lambda route: route.abort())
    opened(page, live, panel, "/members")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    page.unroute("**/v1/members")
    again.press("Enter")
    heading(page, "People")
