"""Registering, invitations, hand-offs and first banners: in German and with the keyboard only."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import new_panel, watched
from tests.browser.test_account_pages import mailed_link
from tests.panel.conftest import DESK, Look, origin_of
from tests.panel.test_account import code
from tests.support.factories import PASSWORD, Panel, unique
from tests.support.keyboard import choose, press, reach, write
from tests.support.live_server import LiveServer
from tests.support.members import inviting


@pytest.fixture(scope="module")
def browsing(chromium: Browser) -> Iterator[Page]:
    """One tab of a German browser for all tests of this module."""
    context = chromium.new_context(viewport=DESK, locale="de-DE")
    yield context.new_page()
    context.close()


@pytest.fixture
def page(browsing: Page) -> Iterator[Page]:
    """The tab, with nobody signed in; what its scripts complain of fails the test."""
    complaints: list[str] = []
    watched(browsing, complaints)
    yield browsing
    assert complaints == []


def write_account(page: Page, name: str, email: str = "") -> None:
    """Fill in who is to have an account, and send it."""
    write(page, page.get_by_role("textbox", name="Ihr Name"), name)
    if email:
        write(page, page.get_by_role("textbox", name="Organisation"), "Analytische Maschinen")
        write(page, page.get_by_role("textbox", name="E-Mail-Adresse"), email)
    write(page, page.get_by_label("Passwort", exact=True), PASSWORD)
    page.keyboard.press("Enter")


def enrol(page: Page) -> None:
    """Set up an authenticator and keep its backup codes."""
    expect(page.get_by_role("heading", name="Richten Sie Ihren Authenticator ein")).to_be_visible()
    secret = page.locator("code").inner_text()
    write(page, page.get_by_role("textbox", name="Code Ihres Authenticators"), code(secret, 0))
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name="Bewahren Sie Ihre Ersatzcodes auf")
    expect(heading).to_be_focused()
    press(page, page.get_by_role("checkbox", name="Ich habe diese Codes aufbewahrt"), "Space")
    press(page, page.get_by_role("button", name="Weiter"))


def test_from_registration_to_a_published_banner(page: Page, live: LiveServer, look: Look) -> None:
    page.goto(f"{live.url}/register")
    write_account(page, "Ada Lovelace", f"{unique('ada')}@example.com")
    enrol(page)
    press(page, page.get_by_role("button", name="Arbeitsbereich anlegen"))
    page.wait_for_url(f"http://*.localhost:{live.port}/**")
    press(page, page.get_by_role("link", name="Mit den ersten Schritten beginnen"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Erste Schritte")
    write(page, page.get_by_role("textbox", name="Adresse der Website"), f"{unique('shop')}.com")
    choose(page, page.get_by_role("combobox"), "Europäische Union und EWR")
    press(page, page.get_by_role("button", name="Weiter"))
    expect(page.get_by_role("blockquote")).to_contain_text("Alle akzeptieren")
    policy = page.get_by_role("textbox", name="Adresse Ihrer Datenschutzerklärung")
    write(page, policy, "keine Adresse")
    page.keyboard.press("Enter")
    expect(policy).to_be_focused()
    expect(policy).to_have_attribute("aria-invalid", "true")
    look(page, "first-steps-refused-de")
    write(page, policy, "https://example.com/datenschutz")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Das Banner ist veröffentlicht.").first).to_be_attached()
    ways = page.get_by_role("radio", name="Jede Website")
    reach(page, ways)
    page.keyboard.press("ArrowDown")
    expect(page.get_by_text("vor Googles Code für den Tag Manager").first).to_be_visible()
    look(page, "first-steps-tag-de")
    press(page, page.get_by_role("link", name="Banner bearbeiten"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Banner")
    write(
        page, page.get_by_role("textbox", name="Wer für die Website verantwortlich ist"), "Ada GmbH"
    )
    expect(page.get_by_text("1 Unterschied zur veröffentlichten Version")).to_be_visible()
    press(
        page, page.get_by_role("checkbox", name=re.compile("^Besucher noch einmal fragen")), "Space"
    )
    press(page, page.get_by_role("button", name="Veröffentlichen", exact=True))
    expect(page.get_by_role("rowheader", name=re.compile("^2 "))).to_be_visible()
    look(page, "banner-published-de")
    press(page, page.get_by_role("button", name="Abmelden"))
    page.wait_for_url(f"{live.url}/sign-in")


def test_an_invitation_is_accepted_in_german(page: Page, live: LiveServer, look: Look) -> None:
    panel, email = new_panel(live), f"{unique('gast')}@example.com"
    body = {"email": email, "role": "viewer"}
    inviting(panel, live.application).post("/v1/invitations", body, status=201)
    page.goto(mailed_link(live, email, "invited"))
    name = panel.organization["name"]
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{name} beitreten")
    look(page, "invite-de")
    write_account(page, "Grace Hopper")
    enrol(page)
    page.wait_for_url(f"{origin_of(live, panel.organization['slug'])}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Überblick")
    press(page, page.get_by_role("button", name="Abmelden"))
    page.wait_for_url(f"{live.url}/sign-in")


def test_a_forgotten_password_is_replaced_in_german(
    page: Page, live: LiveServer, look: Look
) -> None:
    person = new_panel(live).person
    page.goto(f"{live.url}/sign-in")
    press(page, page.get_by_role("link", name="Passwort vergessen?"))
    write(page, page.get_by_role("textbox", name="E-Mail-Adresse"), person.email)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"Wenn {person.email} ein Konto hat")).to_be_visible()
    look(page, "forgot-sent-de")
    press(page, page.get_by_role("link", name="Zurück zur Anmeldung"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Anmelden")
    page.goto(mailed_link(live, person.email, "reset"))
    write(page, page.get_by_label("Neues Passwort", exact=True), f"{PASSWORD} neu")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ihr Passwort ist festgelegt").first).to_be_visible()


def test_a_hand_off_asks_for_confirmation(page: Page, live: LiveServer, look: Look) -> None:
    ada, grace = new_panel(live), new_panel(live)

    def follow(panel: Panel) -> None:
        handoff = panel.post("/v1/auth/account-handoff", {}).json["code"]
        page.goto("about:blank")
        page.goto(f"{live.url}/handoff#code={handoff}")

    follow(ada)
    question = page.get_by_role("heading", level=1)
    expect(question).to_have_text(f"Als {ada.person.email} fortfahren?")
    press(page, page.get_by_role("button", name="Das bin ich nicht"))
    expect(question).to_have_text("Anmelden")
    follow(ada)
    press(page, page.get_by_role("button", name="Weiter"))
    # The question names the address, too.
    page.wait_for_url(f"{live.url}/account")
    expect(page.get_by_text(ada.person.email).first).to_be_visible()
    follow(grace)
    expect(question).to_have_text("Mit einem anderen Konto fortfahren?")
    look(page, "handoff-question-de")
    press(page, page.get_by_role("button", name="Konto wechseln"))
    expect(page.get_by_text(grace.person.email).first).to_be_visible()
