"""What screen readers say after an action: everything that matters, and nothing twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from consent_app.statistics.roll_ups import roll_up
from tests.browser.conftest import new_panel
from tests.panel.conftest import PHONE, origin_of, settled
from tests.support.factories import Panel, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.panel_signing import fill_password, keep, sign_in
from tests.support.screen_reader import listen, spoken


@pytest.fixture
def panel(live: LiveServer) -> Panel:
    return new_panel(live)


def open_page(page: Page, live: LiveServer, panel: Panel, path: str) -> None:
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, path)
    settled(page)
    listen(page)


def counts(said: list[str], *texts: str) -> dict[str, int]:
    """Return how often each text was said."""
    return {text: sum(one.count(text) for one in said) for text in texts}


@pytest.mark.parametrize("way", ["button", "first field", "last field"])
def test_each_error_of_a_form_is_said_once(page: Page, live: LiveServer, way: str) -> None:
    page.goto(f"{live.url}/sign-in")
    listen(page)
    expected = {
        "Something needs a change": 1,
        "Email address is required.": 1,
        "Password is required.": 1,
    }
    # Refused again, it is said again.
    for _ in range(2):
        if way == "button":
            page.get_by_role("button", name="Continue").focus()
        else:
            box = page.get_by_role("textbox")
            (box.first if way == "first field" else box.last).focus()
        spoken(page)
        page.keyboard.press("Enter")
        assert counts(spoken(page), *expected) == expected


def test_a_wrong_code_is_said_once_wherever_the_focus_is(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    page.goto(f"{live.url}/sign-in")
    fill_password(page, panel.person.email)
    code = page.get_by_role("textbox", name="Code from your authenticator")
    code.fill("000000")
    listen(page)
    expected = {"The code is wrong or was already used.": 1}
    for _ in range(2):
        with page.expect_response("**/2fa/verify"):
            page.keyboard.press("Enter")
        assert counts(spoken(page), *expected) == expected
    with page.expect_response("**/2fa/verify"):
        page.get_by_role("button", name="Sign in", exact=True).press("Enter")
    assert counts(spoken(page), *expected) == expected


def test_the_error_of_a_forms_only_field_is_shown_and_said_once(
    page: Page, live: LiveServer
) -> None:
    page.goto(f"{live.url}/forgot")
    listen(page)
    expected = {"Email address is required.": 1, "Something needs a change": 0}
    for from_button in (True, False):
        if from_button:
            page.get_by_role("button", name="Send the link").focus()
        spoken(page)
        page.keyboard.press("Enter")
        assert counts(spoken(page), *expected) == expected
        expect(page.get_by_role("textbox", name="Email address")).to_be_focused()
        expect(page.get_by_role("alert")).to_have_count(0)


def test_a_refusal_in_a_dialog_is_said_once(page: Page, live: LiveServer, panel: Panel) -> None:
    open_page(page, live, panel, "/domains")
    page.get_by_role("button", name="Add a domain").click()
    dialog = page.get_by_role("dialog", name="Add a domain")
    dialog.get_by_role("textbox", name="Address of the site").fill("localhost")
    expected = {"Address of the site must be a full hostname": 1}
    for _ in range(2):
        dialog.get_by_role("button", name="Add domain").focus()
        spoken(page)
        with page.expect_response("**/v1/domains"):
            page.keyboard.press("Enter")
        assert counts(spoken(page), *expected) == expected


def test_a_refused_button_is_said_once(page: Page, live: LiveServer, panel: Panel) -> None:
    open_page(page, live, panel, "/members")
    page.get_by_role("button", name="Leave the workspace").click()
    confirm = page.get_by_role("dialog").get_by_role("button", name="Leave the workspace")
    expected = {"A workspace needs an owner.": 1}
    for _ in range(2):
        spoken(page)
        with page.expect_response("**/v1/members/*"):
            confirm.press("Enter")
        assert counts(spoken(page), *expected) == expected


def test_the_title_of_the_next_page_is_said_once(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    open_page(page, live, panel, "/domains")
    page.get_by_role("link", name="Audit log").press("Enter")
    expect(page.get_by_role("heading", name="Audit log")).to_be_focused()
    said = spoken(page)
    # The link had the focus before.
    assert said.count("Audit log") == 2, said


def test_the_name_of_a_page_that_loads_it_is_said(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    open_page(page, live, panel, "/domains")
    hostname = f"{unique('new')}.com"
    page.get_by_role("button", name="Add a domain").click()
    page.get_by_role("textbox", name="Address of the site").fill(hostname)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=hostname)).to_be_focused()
    assert hostname in spoken(page)


def test_a_tabs_title_says_which_domain_and_workspace_it_is_about(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    site = make_site(panel)
    open_page(page, live, panel, f"/domains/{site.id}/banner")
    name = panel.organization["name"]
    expect(page).to_have_title(f"Banner · {site.hostname} · {name}")
    page.get_by_role("link", name="Settings").click()
    expect(page).to_have_title(f"Settings · {name}")
    page.get_by_role("textbox", name="Name of the workspace").fill("Renamed Works")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page).to_have_title("Settings · Renamed Works")
    page.goto(f"{live.url}/forgot")
    expect(page).to_have_title(re.compile(" · Consent$"))


def test_what_a_filter_changes_is_said(page: Page, live: LiveServer, panel: Panel) -> None:
    site = make_site(panel)
    site.decide()
    roll_up(live.application)
    open_page(page, live, panel, "/audit")
    spoken(page)
    page.get_by_role("combobox", name="Event").select_option("Domain added")
    expect(page.get_by_role("status").last).to_have_text("1 result")
    page.get_by_role("link", name="Statistics", exact=True).click()
    expect(page.get_by_role("heading", name="Statistics")).to_be_focused()
    settled(page)
    spoken(page)
    page.get_by_role("combobox", name="Time").select_option("90 days")
    assert counts(spoken(page), "Decisions: 1 in total.") == {"Decisions: 1 in total.": 1}


def test_more_rows_are_said(page: Page, live: LiveServer, panel: Panel) -> None:
    for number in range(8):
        name = f"{unique('brand')} {number}"
        panel.post("/v1/domain-groups", {"name": name}, status=201)
    for _ in range(7):
        make_site(panel)
    open_page(page, live, panel, "/")
    more = page.get_by_role("button", name=re.compile("^Show [0-9]+ more$"))
    more.focus()
    spoken(page)
    more.press("Enter")
    assert [text for text in spoken(page) if text.endswith(" results")] == ["20 results"]


def test_rows_that_come_too_late_are_not_said(page: Page, live: LiveServer, panel: Panel) -> None:
    make_site(panel)
    open_page(page, live, panel, "/")
    held: list[Route] = []
    page.route("**/v1/audit-events?*", lambda route: held.append(route))
    with page.expect_request("**/v1/audit-events?*"):
        page.get_by_role("link", name="Audit log").click()
    page.get_by_role("link", name="People", exact=True).click()
    expect(page.get_by_role("heading", name="People")).to_be_focused()
    expect(page.locator(".skeleton")).to_have_count(0)
    spoken(page)
    with page.expect_response("**/v1/audit-events?*"):
        held.pop().continue_()
    assert spoken(page) == []


def test_a_question_is_said_with_its_dialog(page: Page, live: LiveServer, panel: Panel) -> None:
    site = make_site(panel)
    open_page(page, live, panel, f"/domains/{site.id}")
    page.get_by_role("button", name="Delete this domain").click()
    dialog = page.get_by_role("dialog", name=f"Delete {site.hostname}?")
    expect(dialog).to_have_accessible_description(re.compile("^This cannot be undone"))


def test_a_cards_columns_are_said_once(page: Page, live: LiveServer, panel: Panel) -> None:
    make_site(panel)
    page.set_viewport_size(PHONE)
    open_page(page, live, panel, "/domains")
    expect(page.get_by_role("columnheader", name="State")).to_be_attached()
    link = page.context.new_cdp_session(page)
    nodes = link.send("Accessibility.getFullAXTree")["nodes"]
    cells = [node["name"]["value"] for node in nodes if node["role"]["value"] == "cell"]
    assert "Not verified yet" in cells


def test_the_error_of_several_checkboxes_is_said(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    open_page(page, live, panel, "/api-keys")
    page.get_by_role("textbox", name="Name").fill("Warehouse")
    scopes = page.get_by_role("checkbox", name=re.compile("^May read"))
    for scope in scopes.all():
        scope.uncheck()
    create = page.get_by_role("button", name="Create key")
    create.focus()
    spoken(page)
    create.press("Enter")
    expect(scopes.first).to_be_focused()
    expected = {"May read domains Choose at least one of them.": 1}
    assert counts(spoken(page), *expected) == expected
    for scope in scopes.all():
        expect(scope).to_have_accessible_description("Choose at least one of them.")
        expect(scope).to_have_attribute("aria-invalid", "true")


def test_a_link_that_is_sent_again_is_said(page: Page, live: LiveServer, panel: Panel) -> None:
    page.goto(f"{live.url}/sign-in")
    keep(page, "account", {"accessToken": panel.person.account_token, "refreshToken": ""})
    page.goto(f"{live.url}/workspaces")
    again = page.get_by_role("button", name="Send the link again")
    expect(again).to_be_visible()
    listen(page)
    again.press("Enter")
    sent = f"A link is on its way to {panel.person.email}."
    expect(page.locator(".toast")).to_have_text(sent)
    assert counts(spoken(page), sent) == {sent: 1}


def test_what_is_wrong_with_a_banner_is_said_when_it_is_saved(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    open_page(page, live, panel, f"/domains/{make_site(panel).id}/banner")
    responsible = page.get_by_role("textbox", name="Who is responsible for the site")
    responsible.fill("")
    expect(responsible).to_have_attribute("aria-invalid", "true")
    spoken(page)
    page.get_by_role("button", name="Publish", exact=True).press("Enter")
    expect(responsible).to_be_focused()
    expected = {"See the marked fields.": 1, "Who is responsible for the site is required.": 1}
    assert counts(spoken(page), *expected) == expected


def test_a_refusal_takes_the_focus_from_nobody_who_types_on(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    open_page(page, live, panel, f"/domains/{make_site(panel).id}/banner")
    page.get_by_role("textbox", name="Who is responsible for the site").fill("")
    held: list[Route] = []
    page.route("**/banner", lambda route: held.append(route))
    with page.expect_request("**/banner"):
        page.get_by_role("button", name="Publish", exact=True).click()
    policy = page.get_by_role("textbox", name="Address of your privacy policy")
    policy.focus()
    spoken(page)
    with page.expect_response("**/banner"):
        held.pop().continue_()
    assert counts(spoken(page), "See the marked fields.") == {"See the marked fields.": 1}
    expect(policy).to_be_focused()


def test_a_refused_form_takes_the_focus_from_nobody_who_types_on(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    open_page(page, live, panel, "/members")
    held: list[Route] = []
    page.route("**/v1/invitations", lambda route: held.append(route))
    page.get_by_role("textbox", name="Email address").fill("not an address")
    with page.expect_request("**/v1/invitations"):
        page.keyboard.press("Enter")
    page.keyboard.type("@example.com")
    role = page.get_by_role("combobox", name="Role", exact=True)
    role.focus()
    spoken(page)
    with page.expect_response("**/v1/invitations"):
        held.pop().continue_()
    expected = {"Email address must be": 1}
    assert counts(spoken(page), *expected) == expected
    expect(role).to_be_focused()
