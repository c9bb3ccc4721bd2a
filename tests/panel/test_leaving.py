"""Leaving a page by the browser's own buttons, for another page, and for good."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from consent_app.application import utc_now
from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.factories import Panel, make_person, make_site
from tests.support.live_server import LiveServer
from tests.support.members import join
from tests.support.panel_signing import keep, sign_in


def test_the_back_button_asks_before_unsaved_input_is_lost(page: Page, live: LiveServer) -> None:
    site = make_site(new_panel(live), region="EU")
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}")
    # A link within the page is an entry of the history too.
    page.get_by_role("link", name="Go to the verification").first.click()
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


def test_nothing_can_be_typed_into_a_page_that_has_been_left(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    held: list[Route] = []
    page.route("**/screens/members.js", lambda route: held.append(route))
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    expect(name).to_be_visible()
    with page.expect_request("**/screens/members.js"):
        page.get_by_role("link", name="People").click()
    # The former page is still shown, but what would be typed there would be lost.
    name.focus()
    page.keyboard.type("Renamed Works")
    expect(name).to_be_visible()
    expect(name).to_have_value(panel.organization["name"])
    held.pop().continue_()
    expect(page.get_by_role("heading", name="People")).to_be_focused()
    expect(page.get_by_role("textbox", name="Email address")).to_be_editable()


def test_the_page_of_a_key_that_is_being_created_is_not_left_unasked(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    held: list[Route] = []
    page.route(
        "**/v1/api-keys",
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/api-keys")
    page.get_by_role("textbox", name="Name").fill("Warehouse")
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_role("button", name="Create key").click()
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog"):
        page.get_by_role("link", name="People").click()
    held.pop().continue_()
    # The service does not show the key a second time.
    expect(page.get_by_role("group", name="New key Warehouse")).to_be_focused()


def test_signing_out_asks_before_unsaved_input_is_lost(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("Renamed Works")
    sign_out = page.get_by_role("button", name="Sign out")
    page.once("dialog", lambda dialog: dialog.dismiss())
    sign_out.click()
    # They are still signed in.
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    name.fill("Once more")
    page.once("dialog", lambda dialog: dialog.accept())
    sign_out.click()
    page.wait_for_url(f"{live.url}/sign-in")
    assert panel.get("/v1/workspace", status=401)


def test_a_key_that_is_shown_once_is_left_only_if_confirmed(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/api-keys")
    page.get_by_role("textbox", name="Name").fill("Warehouse")
    page.get_by_role("button", name="Create key").click()
    key = page.get_by_role("group", name="New key")
    expect(key).to_be_focused()
    link = page.get_by_role("link", name="People")
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        link.click()
    assert asked.value.message == "The key is shown only now. Leave the page without saving it?"
    expect(key).to_be_visible()
    key.get_by_role("button", name="I have saved it").click()
    link.click()
    expect(page.get_by_role("heading", name="People")).to_be_focused()


def test_a_second_key_does_not_replace_one_that_is_not_saved_yet(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/api-keys")
    shown = []
    for name in ("Warehouse", "Shop"):
        page.get_by_role("textbox", name="Name").fill(name)
        page.get_by_role("button", name="Create key").click()
        key = page.get_by_role("group", name=f"New key {name}")
        expect(key).to_be_focused()
        shown.append(key.get_by_text("cmk_").first.inner_text())
    warehouse, shop = (
        page.get_by_role("group", name=f"New key {n}") for n in ("Warehouse", "Shop")
    )
    expect(warehouse.get_by_text(shown[0], exact=True)).to_be_visible()
    shop.get_by_role("button", name="I have saved it").click()
    expect(shop).to_be_hidden()
    expect(warehouse).to_be_visible()
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog"):
        page.get_by_role("link", name="People").click()
    expect(warehouse.get_by_text(shown[0], exact=True)).to_be_visible()


def test_a_workspace_is_asked_for_once_while_its_page_is_on_its_way(
    page: Page, live: LiveServer
) -> None:
    person = make_person(live.harness.client(), utc_now())
    page.goto(f"{live.url}/sign-in")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    keep(page, "account", {"accessToken": person.account_token, "refreshToken": ""})
    pages: list[Route] = []
    posts: list[str] = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    page.goto(f"{live.url}/workspaces")
    page.route("**/handoff", lambda route: pages.append(route))
    button = page.get_by_role("button", name="Create workspace")
    with page.expect_request("**/handoff"):
        button.evaluate("button => setInterval(() => button.click(), 100)")
    page.wait_for_timeout(1000)
    assert len(posts) == 1


def open_members(page: Page, live: LiveServer, panel: Panel) -> None:
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/members")
    expect(page.get_by_role("region", name="Members")).to_be_visible()


@pytest.mark.parametrize("role", ["viewer", "admin"])
def test_a_member_leaves_the_workspace(page: Page, live: LiveServer, role: str) -> None:
    panel = new_panel(live)
    colleague = join(live.harness, panel, role)
    open_members(page, live, colleague)
    page.get_by_role("button", name="Leave the workspace").click()
    dialog = page.get_by_role("dialog", name=f"Leave {panel.organization['name']}?")
    dialog.get_by_role("button", name="Leave the workspace").click()
    page.wait_for_url(f"{live.url}/sign-in*")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert len(panel.get("/v1/members").json) == 1


def test_the_last_owner_cannot_leave(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    open_members(page, live, panel)
    page.get_by_role("button", name="Leave the workspace").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Leave the workspace").click()
    expect(dialog.get_by_text("A workspace needs an owner.").first).to_be_visible()
    assert len(panel.get("/v1/members").json) == 1
