"""Forms of settings: what they send, what others changed, and what cannot be undone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import Look, origin_of
from tests.support.factories import Panel, make_site
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in


@pytest.fixture
def panel(live: LiveServer) -> Panel:
    return new_panel(live)


def open_page(page: Page, live: LiveServer, panel: Panel, path: str) -> None:
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, path)
    expect(page.get_by_text("Loading …")).to_have_count(0)


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()


def test_a_workspaces_form_leaves_what_another_has_changed(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    open_page(page, live, panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("Renamed Works")
    panel.patch("/v1/workspace", {"visitorData": "none", "retentionMonths": 48}, status=200)
    save(page)
    workspace = panel.get("/v1/workspace").json
    assert workspace["name"] == "Renamed Works"
    assert (workspace["visitorData"], workspace["retentionMonths"]) == ("none", 48)
    # The page shows what is stored now.
    expect(page.get_by_role("spinbutton", name="Keep receipts for")).to_have_value("48")
    expect(page.get_by_role("radio", name="Nothing but country and kind of device")).to_be_checked()


def test_a_domains_form_leaves_what_another_has_changed(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    site = make_site(panel, region="EU")
    open_page(page, live, panel, f"/domains/{site.id}")
    page.get_by_role("checkbox", name="Reload the page after a withdrawal").check()
    panel.patch(f"/v1/domains/{site.id}", {"region": "UK"}, status=200)
    panel.patch(f"/v1/domains/{site.id}/settings", {"gpcRefuses": "marketing"}, status=200)
    save(page)
    settings = panel.get(f"/v1/domains/{site.id}/settings").json
    assert (settings["reloadOnWithdrawal"], settings["gpcRefuses"]) == (True, "marketing")
    assert panel.get(f"/v1/domains/{site.id}").json["region"] == "UK"


def test_what_is_typed_while_a_form_is_sent_stays_and_is_not_saved(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    open_page(page, live, panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("First Works")
    routes: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "PATCH":
            routes.append(route)
        else:
            route.continue_()

    page.route("**/v1/workspace", hold)
    with page.expect_request(lambda request: request.method == "PATCH"):
        name.press("Enter")
    name.fill("Second Works")
    routes[0].continue_()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    expect(name).to_have_value("Second Works")
    questions: list[Any] = []
    page.once("dialog", lambda dialog: (questions.append(dialog.message), dialog.dismiss()))
    page.get_by_role("link", name="People").click()
    assert questions == ["Your changes are not saved. Leave the page?"]


def test_a_shorter_retention_asks_before_it_deletes_receipts(
    page: Page, live: LiveServer, panel: Panel, look: Look
) -> None:
    open_page(page, live, panel, "/settings")
    months = page.get_by_role("spinbutton", name="Keep receipts for")
    expect(months).to_have_value("36")
    months.fill("13")
    months.press("Enter")
    dialog = page.get_by_role("dialog", name="Delete older receipts?")
    expect(dialog.get_by_text("older than 13 months")).to_be_visible()
    look(page, "shorter-retention")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    expect(months).to_have_value("13")
    assert panel.get("/v1/workspace").json["retentionMonths"] == 36
    page.get_by_role("button", name="Save", exact=True).click()
    dialog.get_by_role("button", name="Save and delete").click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    assert panel.get("/v1/workspace").json["retentionMonths"] == 13
    # A longer one deletes nothing.
    months.fill("24")
    months.press("Enter")
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    expect(dialog).to_be_hidden()


def test_a_name_cannot_be_taken_away(page: Page, live: LiveServer, panel: Panel) -> None:
    open_page(page, live, panel, "/account")
    name = page.get_by_role("textbox", name="Your name")
    name.fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(name).to_have_accessible_description("Your name is required.")
    expect(name).to_be_focused()
    name.fill("  Ada King ")
    save(page)
    expect(name).to_have_value("Ada King")
    assert panel.get("/v1/account").json["name"] == "Ada King"
