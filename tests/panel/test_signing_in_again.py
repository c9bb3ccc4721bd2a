"""Signing in again in the dialog of a session that has ended: what the page shows afterwards."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from consent_app.application import utc_now
from consent_app.security import totp
from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of, settled
from tests.support import axe
from tests.support.factories import PASSWORD, Panel, Person, make_site
from tests.support.live_server import LiveServer
from tests.support.members import join
from tests.support.panel_signing import keep, sign_in
from tests.support.screen_reader import listen, spoken


@pytest.fixture
def panel(live: LiveServer) -> Panel:
    return new_panel(live)


def end_session(page: Page, panel: Panel) -> None:
    """Have the browser keep tokens that the service refuses."""
    tokens = {"accessToken": f"{panel.access_token[:-8]}AAAAAAAA", "refreshToken": "unknown"}
    keep(page, f"workspace:{panel.organization['slug']}", tokens)


def give_password(page: Page, person: Person) -> None:
    """Give the password in the dialog, as the page's person or another."""
    dialog = page.get_by_role("dialog", name="Your session has ended")
    expect(dialog).to_have_accessible_description(
        "You signed out in another tab, the session expired, or it was ended. Sign in here to"
        " continue: nothing you typed is lost."
    )
    dialog.get_by_role("textbox", name="Email address").fill(person.email)
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Continue").click()


def give_code(page: Page, person: Person) -> None:
    dialog = page.get_by_role("dialog", name="Your session has ended")
    code = totp.code_at(person.secret, utc_now() + timedelta(seconds=30))
    dialog.get_by_role("textbox", name="Code from your authenticator").fill(code)
    dialog.get_by_role("button", name="Sign in", exact=True).click()


def sign_in_again(page: Page, person: Person) -> None:
    """Sign in in the dialog as the page's person, and wait for the page."""
    give_password(page, person)
    give_code(page, person)
    expect(page.get_by_role("dialog", name="Your session has ended")).to_be_hidden()


def test_what_a_page_was_refused_is_read_again(page: Page, live: LiveServer, panel: Panel) -> None:
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/domains")
    settled(page)
    end_session(page, panel)
    page.get_by_role("link", name="People").click()
    sign_in_again(page, panel.person)
    expect(page.get_by_role("row").filter(has_text=panel.person.email)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_page_that_was_opened_without_a_session_shows_the_workspace(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    origin = origin_of(live, panel.organization["slug"])
    page.goto(f"{origin}/sign-in")
    end_session(page, panel)
    page.goto(f"{origin}/domains")
    sign_in_again(page, panel.person)
    expect(page.get_by_role("navigation", name="Workspace")).to_be_visible()
    expect(page.get_by_role("button", name="Add a domain")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("is_left", [False, True])
def test_another_persons_sign_in_replaces_the_content_of_the_page_if_confirmed(
    page: Page, live: LiveServer, panel: Panel, is_left: bool
) -> None:
    colleague = join(live.harness, panel)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/account")
    name = page.get_by_role("textbox", name="Your name")
    settled(page)
    end_session(page, panel)
    name.fill("The owner")
    page.get_by_role("button", name="Save", exact=True).click()
    give_password(page, colleague.person)
    page.once("dialog", lambda dialog: dialog.accept() if is_left else dialog.dismiss())
    with page.expect_event("dialog") as asked:
        give_code(page, colleague.person)
    assert asked.value.message == "Your changes are not saved. Leave the page?"
    if is_left:
        expect(page.get_by_text(colleague.person.email).first).to_be_visible()
        expect(name).to_have_value("The viewer")
        return
    # The dialog begins again, for the page's person.
    email = page.get_by_role("dialog").get_by_role("textbox", name="Email address")
    expect(email).to_have_value(panel.person.email)
    expect(name).to_have_value("The owner")


@pytest.mark.parametrize("first", ["ends", "signs in"])
def test_another_persons_sign_in_in_another_tab_loses_nothing_typed(
    page: Page, context: BrowserContext, live: LiveServer, panel: Panel, first: str
) -> None:
    colleague = join(live.harness, panel)
    slug = panel.organization["slug"]
    sign_in(page, origin_of(live, slug), panel, "/account")
    name = page.get_by_role("textbox", name="Your name")
    name.fill("The owner")
    settled(page)
    save = page.get_by_role("button", name="Save", exact=True)
    dialog = page.get_by_role("dialog", name="Your session has ended")
    tab = context.new_page()
    tab.goto(f"{origin_of(live, slug)}/sign-in")
    if first == "ends":
        end_session(page, panel)
        save.click()
        expect(dialog).to_contain_text("You signed out in another tab")
    tokens = {"accessToken": colleague.access_token, "refreshToken": colleague.refresh_token}
    keep(tab, f"workspace:{slug}", tokens)
    if first == "ends":
        listen(page)
        page.evaluate("dispatchEvent(new Event('focus'))")
    else:
        save.click()
    message = f"{colleague.person.email} signed in from another tab."
    expect(dialog).to_contain_text(message)
    if first == "ends":
        assert any(text.startswith(message) for text in spoken(page))
    expect(name).to_have_value("The owner")
    assert axe.violations(page) == []
    dialog.get_by_role("button", name=f"Continue as {colleague.person.email}").click()
    expect(name).to_have_value("The viewer")
    assert panel.get("/v1/account").json["name"] == "Ada Lovelace"


def test_a_refused_renewal_is_explained_in_the_pages_language(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    page.add_init_script("localStorage.setItem('consent-language', 'de')")
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/settings")
    settled(page)
    end_session(page, panel)
    page.get_by_role("textbox", name="Name des Arbeitsbereichs").fill("Works")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Melden Sie sich neu an; Ihre Eingaben").first).to_be_attached()
    expect(page.get_by_text("Sign in again")).to_have_count(0)


def test_the_person_continues_where_they_were(page: Page, live: LiveServer, panel: Panel) -> None:
    site = make_site(panel)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, f"/domains/{site.id}")
    settled(page)
    page.get_by_role("button", name="Change this rule").click()
    rule = page.get_by_role("dialog", name="The rule for")
    rule.get_by_role("textbox", name="Reason").fill("Counts without cookies.")
    end_session(page, panel)
    save = rule.get_by_role("button", name="Save")
    save.press("Enter")
    sign_in_again(page, panel.person)
    expect(save).to_be_focused()
    # Nothing says any more that the session has ended.
    expect(page.get_by_role("alert")).to_have_count(0)
    save.press("Enter")
    expect(rule).to_be_hidden()
    override = panel.get(f"/v1/domains/{site.id}/rules").json
    assert "Counts without cookies." in [
        (rule["override"] or {}).get("reason") for rule in override
    ]


def test_the_editors_preview_is_made_again(page: Page, live: LiveServer, panel: Panel) -> None:
    site = make_site(panel)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, f"/domains/{site.id}/banner")
    settled(page)
    end_session(page, panel)
    page.get_by_role("textbox", name="Who is responsible for the site").fill("Mine Ltd")
    sign_in_again(page, panel.person)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_text("1 difference to the published version")).to_be_visible()


def test_escape_does_not_lose_what_was_typed(page: Page, live: LiveServer, panel: Panel) -> None:
    site = make_site(panel)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, f"/domains/{site.id}")
    settled(page)
    page.get_by_role("button", name="Change this rule").click()
    reason = page.get_by_role("dialog", name="The rule for").get_by_role("textbox", name="Reason")
    reason.press_sequentially("Counts")
    end_session(page, panel)
    page.get_by_role("dialog").get_by_role("button", name="Save").click()
    ended = page.get_by_role("dialog", name="Your session has ended")
    expect(ended).to_be_visible()
    # The browser closes a dialog at the next press, whatever the page says to it.
    for _ in range(2):
        page.once("dialog", lambda dialog: dialog.dismiss())
        with page.expect_event("dialog") as asked:
            page.keyboard.press("Escape")
        assert asked.value.type == "beforeunload"
        expect(ended).to_be_visible()
    expect(reason).to_have_value("Counts")
    page.once("dialog", lambda dialog: dialog.accept())
    page.keyboard.press("Escape")
    page.wait_for_url("**/sign-in*")
