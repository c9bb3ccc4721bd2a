"""The pages that emails link to, as people use them: on a phone, in the dark, without a script."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from consent_app.unsubscription.unsubscription import new_token
from consent_app.workspaces.mails import INVITATION
from tests.browser.conftest import new_panel, watched
from tests.support import axe
from tests.support.factories import PASSWORD, Panel, unique
from tests.support.letters import URL, body, mail
from tests.support.live_server import LiveServer
from tests.support.mailbox import Mailbox

Screenshot = Callable[[Page, str], None]


@pytest.fixture
def phone(chromium: Browser, complaints: list[str]) -> Iterator[Page]:
    """A tab on a phone with a dark theme, set to German."""
    context = chromium.new_context(
        viewport={"width": 360, "height": 740},
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        color_scheme="dark",
        locale="de-DE",
    )
    yield watched(context.new_page(), complaints)
    context.close()
    assert complaints == []


@pytest.fixture
def scriptless(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(java_script_enabled=False, locale="en-GB")
    yield context
    context.close()


def mailed_link(live: LiveServer, address: str, subject: str) -> str:
    """Return the link of the newest email to ``address`` whose subject contains a word."""
    for _ in range(200):
        mails = [m for m in live.mailbox.to(address) if subject in str(m["Subject"]).lower()]
        if mails:
            match = re.search(r"http\S+#token=\S+", Mailbox.text(mails[-1]))
            assert match is not None
            return match[0]
        live_wait()
    raise AssertionError(f"no mail about {subject}")


def live_wait() -> None:
    import time

    time.sleep(0.05)


def looked_at(page: Page, screenshot: Screenshot, name: str) -> None:
    """Take a picture, and have axe find nothing."""
    screenshot(page, name)
    assert axe.violations(page) == []


def test_unsubscribing_on_a_phone(phone: Page, live: LiveServer, screenshot: Screenshot) -> None:
    email = f"{unique('grace.brewster.murray.hopper')}@department-of-the-navy.example.com"
    token = new_token(live.application, email, uuid.uuid4())
    phone.goto(f"{live.url}/unsubscribe?token={token}")
    expect(phone.get_by_text(email)).to_be_visible()
    looked_at(phone, screenshot, "unsubscribe-phone")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    button = phone.get_by_role("button")
    box = button.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    button.click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(
        "Sie haben die Benachrichtigungen abbestellt"
    )
    expect(phone.get_by_role("heading", level=2)).to_have_text("Anders überlegt?")
    looked_at(phone, screenshot, "unsubscribed-phone")
    assert "token" not in phone.url
    phone.goto(f"{live.url}/unsubscribe?token=x")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Dieser Link funktioniert nicht")
    looked_at(phone, screenshot, "unsubscribe-invalid-phone")


def test_unsubscribing_with_the_keyboard_and_without_a_script(
    scriptless: BrowserContext, page: Page, live: LiveServer, screenshot: Screenshot
) -> None:
    token = new_token(live.application, f"{unique()}@example.com", uuid.uuid4())
    url = f"{live.url}/unsubscribe?token={token}"
    page.goto(url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "BUTTON"
    looked_at(page, screenshot, "unsubscribe")
    without = scriptless.new_page()
    without.goto(url)
    without.get_by_role("button", name="Unsubscribe").press("Enter")
    expect(without.get_by_role("heading", level=1)).to_have_text("You are unsubscribed")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("You were already unsubscribed")
    looked_at(page, screenshot, "unsubscribed")


def test_an_address_is_verified_from_the_mailed_link_once(
    page: Page, live: LiveServer, screenshot: Screenshot
) -> None:
    email = new_unverified(live).person.email
    link = mailed_link(live, email, "confirm")
    page.goto(link)
    looked_at(page, screenshot, "confirm")
    # In the order of the browser's region, which is British.
    date = page.get_by_role("definition").nth(1)
    expect(date).to_have_text(re.compile(r"^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d$"))
    page.get_by_role("button", name="Verify address").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your address is verified")
    expect(page).to_have_title("Your address is verified")
    looked_at(page, screenshot, "verified")
    assert "#" not in page.url
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("button", name="Verify address").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("This link no longer works")
    expect(heading).to_be_focused()
    looked_at(page, screenshot, "verify-spent")
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name="Send a new link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your mailbox")
    page.goto(f"{live.url}/confirm")
    expect(page.get_by_role("heading", level=1)).to_have_text("This link no longer works")


def test_an_account_of_somebody_else_is_deleted_from_the_mail_about_it(
    page: Page, live: LiveServer, screenshot: Screenshot
) -> None:
    app = new_panel(live).app
    email = f"{unique('mary')}@example.com"
    agent = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}
    body = {"email": email, "password": PASSWORD}
    app.post_json("/v1/auth/register", body, headers=agent, status=201)
    page.goto(mailed_link(live, email, "confirm"))
    expect(page.get_by_text("Firefox 140 on Linux")).to_be_visible()
    looked_at(page, screenshot, "verify-origin")
    page.get_by_role("link", name="I did not create this account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("I did not create this account")
    expect(page.get_by_text(email)).to_be_visible()
    looked_at(page, screenshot, "disown")
    link = page.url
    page.get_by_role("button", name="Delete this account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The account is deleted")
    looked_at(page, screenshot, "disowned")
    assert "#" not in page.url
    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("button", name="Delete this account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This link no longer works")
    app.post_json("/v1/auth/account-login", body, status=401)


def new_unverified(live: LiveServer) -> Panel:
    return new_panel(live)


def test_setting_a_new_password(page: Page, live: LiveServer, screenshot: Screenshot) -> None:
    panel = new_panel(live)
    email = panel.person.email
    page.goto(f"{live.url}/reset")
    expect(page.get_by_role("heading", level=1)).to_have_text("This link no longer works")
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name="Send a new link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your mailbox")
    link = mailed_link(live, email, "reset")
    page.goto(link)
    field = page.get_by_label("New password")
    field.fill("password1234")
    page.get_by_label("Show the password").check()
    expect(field).to_have_attribute("type", "text")
    page.get_by_role("button", name="Set password").click()
    refused = page.locator("[data-refused]")
    expect(refused).to_contain_text(
        "This password appears in known data breaches, so attackers try it first: choose another."
    )
    expect(refused.get_by_text("repeats a few")).to_be_hidden()
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile("appears in known data breaches"))
    # What is said when the field gets the focus is no alert, too.
    expect(page.get_by_role("alert")).to_have_count(0)
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("appears in known data breaches")
    looked_at(page, screenshot, "reset-refused")
    field.fill("a password that nobody guesses")
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your password is set")
    looked_at(page, screenshot, "reset-done")
    body = {"email": email, "password": "a password that nobody guesses"}
    panel.app.post_json("/v1/auth/account-login", body, status=200)


def test_an_unavailable_service_is_reported_and_retried(
    page: Page, live: LiveServer, screenshot: Screenshot
) -> None:
    page.goto(f"{live.url}/confirm#token=x")
    page.route("**/v1/**", lambda route: route.abort())
    page.get_by_role("button", name="Verify address").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("That did not work")
    looked_at(page, screenshot, "failed")
    page.unroute("**/v1/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Verify your address")).to_be_focused()
    page.get_by_role("button", name="Verify address").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This link no longer works")


@pytest.mark.parametrize("name", ["confirm", "disown", "reset"])
def test_without_a_script_all_buttons_are_disabled(
    scriptless: BrowserContext, live: LiveServer, name: str
) -> None:
    page = scriptless.new_page()
    page.goto(f"{live.url}/{name}#token=x")
    assert page.get_by_role("button").count() == 0
    # Chromium's switch for tests runs no script and still shows no <noscript>.
    assert "This page needs JavaScript" in str(page.locator("noscript").inner_html())


def test_a_mail_with_long_names_fits_a_phone(phone: Page) -> None:
    names = {"inviter": "Ada" * 33, "workspace": "Donaudampfschifffahrt" * 4}
    letter = mail(INVITATION, params={"url": URL, "site": f"{'a' * 63}.example.com", **names})
    phone.set_content(body(letter, "html"))
    expect(phone.get_by_role("heading")).to_contain_text(names["workspace"])
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
