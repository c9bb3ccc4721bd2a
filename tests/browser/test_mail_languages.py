"""The pages that mails link to are in the language of the mail, whatever the browser's is."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

from playwright.sync_api import Page, expect

from consent_app.unsubscription.unsubscription import ways_out
from tests.browser.conftest import new_panel
from tests.browser.test_account_pages import mailed_link
from tests.support.factories import PASSWORD, unique
from tests.support.live import LiveServer
from tests.support.mailbox import Mailbox
from tests.support.members import inviting

Screenshot = Callable[[Page, str], None]
GERMAN = {"Accept-Language": "de-AT"}


def new_german(live: LiveServer) -> str:
    """Register an account whose mails are German; return its address."""
    email = f"{unique('maria')}@example.com"
    body = {"email": email, "password": PASSWORD}
    live.harness.client().post_json("/v1/auth/register", body, headers=GERMAN, status=201)
    return email


def test_verifying_and_disowning_stay_in_the_mails_language(
    page: Page, live: LiveServer, screenshot: Screenshot
) -> None:
    link = mailed_link(live, new_german(live), "bestätigen")
    page.goto(link)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Adresse bestätigen")
    screenshot(page, "confirm-german")
    page.get_by_role("link", name="Dieses Konto habe ich nicht angelegt").click()
    expect(heading).to_have_text("Dieses Konto habe ich nicht angelegt")
    page.go_back()
    page.get_by_role("button", name="Adresse bestätigen").click()
    expect(heading).to_have_text("Ihre Adresse ist bestätigt")
    assert "token" not in page.url
    page.reload()
    expect(heading).to_have_text("Dieser Link gilt nicht mehr")


def test_a_new_password_is_set_in_the_mails_language(page: Page, live: LiveServer) -> None:
    email = new_german(live)
    app = live.harness.client()
    app.post_json("/v1/auth/password-reset/request", {"email": email}, status=204)
    page.goto(mailed_link(live, email, "passwort"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Neues Passwort setzen")


def test_unsubscribing_stays_in_the_mails_language(page: Page, live: LiveServer) -> None:
    links = ways_out(live.application, f"{unique()}@example.com", uuid.uuid4(), "de-AT")
    page.goto(links.page)
    page.get_by_role("button", name="Abbestellen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Sie haben die Benachrichtigungen abbestellt"
    )


def test_an_invitation_is_in_the_accounts_language_until_another_is_chosen(
    page: Page, live: LiveServer, screenshot: Screenshot
) -> None:
    panel, email = new_panel(live), new_german(live)
    invite = inviting(panel, live.application).post
    invite("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    page.goto(mailed_link(live, email, "eingeladen"))
    expect(page.get_by_role("button", name="Einladung annehmen")).to_be_visible()
    screenshot(page, "invite-german")
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Accept the invitation")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Accept the invitation")).to_be_visible()
    # The mail to a stranger is in the inviter's language; their browser knows theirs better.
    stranger = f"{unique('stranger')}@example.com"
    invite("/v1/invitations", {"email": stranger, "role": "viewer"}, status=201)
    text = Mailbox.text(live.mailbox.newest(stranger))
    assert re.search(r"/invite#token=\S+", text)
