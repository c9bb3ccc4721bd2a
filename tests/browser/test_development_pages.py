"""The start page, the demo shop and the mailbox, as `make serve` shows them."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.support import axe
from tests.support.live_server import LiveServer


def test_the_start_page_links_to_everything(
    page: Page, live: LiveServer, screenshot: Callable[[Page, str], None]
) -> None:
    page.goto(live.url)
    screenshot(page, "start-page")
    assert axe.violations(page) == []
    links = page.get_by_role("link").all()
    assert [link.get_attribute("href") for link in links] == [
        "/sign-in",
        "/demo/",
        "/openapi.yaml",
        "/docs/",
        "/mailbox/",
    ]
    for link in links:
        response = page.request.get(live.url + str(link.get_attribute("href")))
        assert response.status == 200


def test_the_demo_shop_has_the_banner_and_shows_what_was_decided(
    page: Page, live: LiveServer, screenshot: Callable[[Page, str], None]
) -> None:
    page.goto(f"http://127.0.0.1:{live.port}/demo")
    assert page.url == f"{live.url}/demo/"
    screenshot(page, "demo")
    expect(page.locator('[data-known="counter"]')).to_have_text("held back")
    page.get_by_role("button", name="Manage preferences").click()
    page.get_by_role("switch", name="Analytics").click()
    page.get_by_role("button", name="Save my choice").click()
    expect(page.locator('[data-known="decision"]')).to_have_text("made by banner")
    expect(page.locator('[data-known="analytics"]')).to_have_text("granted")
    expect(page.locator('[data-known="marketing"]')).to_have_text("denied")
    # What waited for analytics runs now.
    expect(page.locator('[data-known="counter"]')).to_have_text("running")
    # (Playwright's own waiting for a function needs `unsafe-eval`, which the page does not allow.)
    receipt = page.locator('[data-known="receipt"]')
    expect(receipt).not_to_have_text("none yet")
    receipt_id = page.evaluate("consent.get().receiptId")
    expect(receipt).to_have_text(receipt_id)
    whole = page.get_by_role("region", name="The receipt, as its visitor can read it")
    expect(whole).to_be_in_viewport()
    expect(whole).to_contain_text(f'"id": "{receipt_id}"')
    expect(whole).to_contain_text('"wordingDigest"')
    screenshot(page, "demo-receipt")
    assert axe.violations(page) == []


def test_the_mailbox_shows_mails_as_text(
    page: Page, live: LiveServer, screenshot: Callable[[Page, str], None]
) -> None:
    address = new_panel(live).person.email
    page.goto(f"{live.url}/mailbox/")
    row = page.get_by_role("link").filter(has_text=address)
    for _ in range(100):
        if row.count():
            break
        page.wait_for_timeout(100)
        page.reload()
    screenshot(page, "mailbox")
    assert axe.violations(page) == []
    row.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("onfirm")
    expect(page.locator("main")).to_contain_text(address)
    link = page.get_by_role("link").filter(has_text="/confirm#token=")
    assert str(link.get_attribute("href")).startswith(f"{live.url}/confirm#token=")
    screenshot(page, "mail")
    assert axe.violations(page) == []
    frame = str(page.get_by_title("The mail as HTML").get_attribute("src"))
    page.goto("about:blank")
    page.set_content(page.request.get(f"{live.url}{frame}").text())
    page.emulate_media(color_scheme="dark")
    # It says that it has dark colours: a mail program then adds none of its own.
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 26)"
    assert axe.violations(page, rules=axe.COLOURS) == []
