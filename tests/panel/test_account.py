"""The account's own pages: address, authenticator, identities, security history."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from consent_app.accounts.models import Identity
from consent_app.application import utc_now
from consent_app.security import totp
from consent_app.text import LOCALES
from consent_app.unsubscription.unsubscription import new_token
from tests.browser.conftest import new_panel
from tests.panel.conftest import Look, origin_of
from tests.support.factories import PASSWORD, Panel, bearer, unique
from tests.support.live_server import LiveServer
from tests.support.members import verify_address
from tests.support.panel_signing import sign_in


@pytest.fixture
def panel(live: LiveServer) -> Panel:
    return new_panel(live)


@pytest.fixture
def account_page(page: Page, live: LiveServer, panel: Panel) -> Page:
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/account")
    return page


def code(secret: str, ahead: int) -> str:
    """Return an authenticator's code some steps from now: each one works once."""
    return totp.code_at(secret, utc_now() + timedelta(seconds=30 * ahead))


def test_the_address_changes_when_the_new_ones_link_is_followed(
    account_page: Page, context: BrowserContext, live: LiveServer, panel: Panel, look: Look
) -> None:
    page, new = account_page, f"{unique('new')}@example.com"
    page.get_by_role("button", name="Change the address").click()
    dialog = page.get_by_role("dialog", name="Change the address")
    address = dialog.get_by_role("textbox", name="New email address")
    expect(address).to_be_focused()
    address.fill(new)
    dialog.get_by_label("Password", exact=True).fill("not the password")
    dialog.get_by_role("textbox", name="Code from your authenticator").fill(
        code(panel.person.secret, 1)
    )
    dialog.get_by_role("button", name="Send the link").click()
    expect(dialog.get_by_text("The password is wrong.", exact=True)).to_be_visible()
    expect(dialog.get_by_label("Password", exact=True)).to_be_focused()
    expect(address).to_have_value(new)
    look(page, "change-address")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Send the link").click()
    expect(page.get_by_text(f"Open the link that we sent to {new}")).to_be_visible()
    mail = live.mailbox.text(live.mailbox.newest(new))
    match = re.search(r"http\S+/confirm#token=\S+", mail)
    assert match is not None
    mail_tab = context.new_page()
    mail_tab.goto(match[0])
    # Nobody creates an account here.
    expect(mail_tab.get_by_text("or want to use this email address for yours")).to_be_visible()
    expect(mail_tab.get_by_text("I did not create this account")).to_be_hidden()
    mail_tab.get_by_role("button", name="Verify address").click()
    expect(mail_tab.get_by_role("heading", name="Your address is verified")).to_be_visible()
    mail_tab.goto("about:blank")
    mail_tab.goto(match[0])
    mail_tab.get_by_role("button", name="Verify address").click()
    expect(mail_tab.get_by_text("ask for the change again in your account")).to_be_visible()
    mail_tab.close()
    page.reload()
    expect(page.get_by_text(new).first).to_be_visible()


def test_the_authenticator_is_replaced_and_the_history_shows_it(
    account_page: Page, panel: Panel, look: Look
) -> None:
    page = account_page
    page.get_by_role("button", name="Replace the authenticator").click()
    dialog = page.get_by_role("dialog", name="Replace the authenticator")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    former = dialog.get_by_role("textbox", name="Code from your authenticator")
    former.fill("000000")
    dialog.get_by_role("button", name="Continue").click()
    expect(former).to_have_attribute("aria-invalid", "true")
    former.fill(code(panel.person.secret, 1))
    dialog.get_by_role("button", name="Continue").click()
    expect(dialog.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    # Above the secret, which is read before the code.
    expect(dialog.get_by_role("heading", name="Replace the authenticator")).to_be_focused()
    look(page, "replace-authenticator")
    secret = dialog.locator("code").first.inner_text()
    dialog.get_by_role("textbox", name="Code from your authenticator").fill(code(secret, 0))
    dialog.get_by_role("button", name="Use this authenticator").click()
    expect(dialog).to_be_hidden()
    page.reload()
    history = page.get_by_role("region", name="Security history, newest first")
    expect(history.get_by_role("row").filter(has_text="Authenticator replaced")).to_have_count(2)
    expect(history.get_by_role("row").filter(has_text="refused").first).to_be_visible()
    look(page, "account-history")


def test_subscribing_again_is_confirmed_where_the_focus_is(
    page: Page, live: LiveServer, panel: Panel, look: Look
) -> None:
    token = new_token(live.application, panel.person.email, uuid.uuid4())
    panel.app.post_json("/v1/unsubscribe/confirm", {"token": token}, status=200)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/account")
    expect(page.get_by_text(f"You have unsubscribed {panel.person.email}")).to_be_visible()
    # The service refuses an address that nobody has verified.
    expect(page.get_by_text("To subscribe again, first verify your email address")).to_be_visible()
    expect(page.get_by_role("button", name="Subscribe again")).to_have_count(0)
    verify_address(live.harness, panel)
    page.reload()
    page.get_by_role("button", name="Subscribe again").press("Enter")
    notice = page.locator(".notice", has_text="gets the emails chosen below again")
    expect(notice).to_be_focused()
    expect(page.get_by_role("button", name="Subscribe again")).to_have_count(0)
    look(page, "subscribed-again")
    page.keyboard.press("Tab")
    expect(page.get_by_role("checkbox", name=re.compile("accepted"))).to_be_focused()


def test_an_identity_is_unlinked(
    account_page: Page, live: LiveServer, panel: Panel, look: Look
) -> None:
    page = account_page
    expect(page.get_by_role("heading", name="Identity providers")).to_be_visible()
    with live.application.database.transaction() as session:
        session.add(
            Identity(
                user_id=UUID(panel.person.user_id),
                issuer="https://accounts.example.com",
                subject=unique("subject"),
                linked_at=utc_now(),
            )
        )
    page.reload()
    table = page.get_by_role("region", name="Identity providers")
    expect(table.get_by_role("rowheader", name="accounts.example.com")).to_be_visible()
    look(page, "account-identities")
    page.get_by_role("button", name="Unlink accounts.example.com").click()
    page.get_by_role("dialog").get_by_role("button", name="Unlink", exact=True).click()
    expect(table).to_have_count(0)
    assert panel.get("/v1/account/identities").json == []


def test_new_backup_codes_are_not_lost_by_a_key(account_page: Page, panel: Panel) -> None:
    page = account_page
    form = page.get_by_role("form", name="Backup codes")
    form.get_by_role("textbox", name="Code from your authenticator").fill(
        code(panel.person.secret, 1)
    )
    form.get_by_role("button", name="Create new backup codes").click()
    codes = page.get_by_role("list", name="Backup codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    expect(page.get_by_role("heading", name="Save your backup codes")).to_be_focused()
    page.keyboard.press("Escape")
    expect(codes).to_have_count(10)
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        page.get_by_role("link", name="People").click()
    assert "backup codes are shown only now" in asked.value.message
    expect(codes).to_have_count(10)
    page.get_by_role("checkbox", name="I have saved these codes").check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("10 backup codes are left.")).to_be_visible()
    expect(codes).to_have_count(0)


def test_the_session_that_this_one_came_from_does_not_end_with_the_others(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    slug = panel.organization["slug"]
    account = bearer(panel.person.account_token)
    handoff = panel.app.post_json("/v1/account/handoff", {"orgSlug": slug}, headers=account).json
    session = panel.app.post_json("/v1/auth/handoff/exchange", {"code": handoff["code"]}).json
    tokens = {"access_token": session["accessToken"], "refresh_token": session["refreshToken"]}
    sign_in(page, origin_of(live, slug), replace(panel, **tokens), "/account")
    sessions = page.get_by_role("region", name="Sessions").get_by_role("row")
    ended = sessions.filter(has_text=panel.organization["name"]).filter(has_not_text="this one")
    expect(ended).to_have_count(1)
    page.get_by_role("button", name="Sign out everywhere else").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_text("You are now signed in on this device only.").first).to_be_visible()
    expect(ended).to_have_count(0)
    expect(sessions.filter(has=page.get_by_role("cell", name="Account"))).to_have_count(1)
    expect(sessions.filter(has_text="this one")).to_have_count(1)


def test_a_cancelled_deletion_keeps_no_password(account_page: Page) -> None:
    page = account_page
    opener = page.get_by_role("button", name="Delete the account")
    for way in ("Cancel", "Close"):
        opener.click()
        dialog = page.get_by_role("dialog", name="Delete the account")
        password = dialog.get_by_role("textbox", name="Password")
        expect(password).to_have_value("")
        password.fill(PASSWORD)
        dialog.get_by_role("button", name=way).click()
    opener.click()
    expect(password).to_have_value("")


def test_emails_can_be_in_every_language_of_the_server(account_page: Page) -> None:
    choice = account_page.get_by_role("combobox", name="Email language")
    expect(choice).to_have_value("en")
    expect(choice.get_by_role("option")).to_have_count(len(LOCALES))
    expect(choice.get_by_role("option").first).to_have_text("English")
    choice.select_option("Deutsch")
    account_page.get_by_role("main").get_by_role("button", name="Save").first.click()
    expect(account_page.get_by_text("Saved.").first).to_be_visible()


def test_each_box_that_shows_a_password_says_which(account_page: Page) -> None:
    form = account_page.get_by_role("form", name="Password")
    boxes = form.get_by_role("checkbox", name="Show the password")
    expect(boxes.first).to_have_accessible_description("Current password")
    expect(boxes.last).to_have_accessible_description("New password")
