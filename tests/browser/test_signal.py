"""Global Privacy Control: a receipt and no question, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import new_customer, new_panel, watched
from tests.support.customer import Customer, choice_cookie
from tests.support.live_server import LiveServer
from tests.support.shop import Shop
from tests.support.suspensions import suspend
from tests.support.waiting import until

SIGNAL = "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })"
ASKED = "Your privacy on this site"
HONOURED = "Your browser asks sites not to sell or share your data."


def send_signal(context: BrowserContext) -> None:
    """Make a browser one that sends the signal: to pages as a property, to servers as a header."""
    context.add_init_script(SIGNAL)
    context.set_extra_http_headers({"Sec-GPC": "1"})


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    send_signal(context)
    yield context
    context.close()


def test_the_signal_creates_one_receipt_and_shows_no_banner(
    page: Page,
    context: BrowserContext,
    customer: Customer,
    screenshot: Callable[[Page, str], None],
) -> None:
    address = customer.page()
    page.goto(address)
    expect(page.get_by_role("status")).to_contain_text(HONOURED)
    screenshot(page, "signal-honoured")
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["source"] == "gpc"
    assert receipt["action"] == "reject_all"
    assert receipt["bannerVersion"] is None
    assert receipt["bannerTitle"] is None
    assert receipt["bannerLocale"] is None
    expect(page.get_by_text(ASKED)).to_have_count(0)
    proof = customer.proof(page)
    assert proof["receipt"]["id"] == receipt["id"]
    assert proof["wordingDigest"] is None
    fields = choice_cookie(context)["fields"]
    assert (fields["s"], fields["g"], fields["c"]) == ("gpc", "1", "")

    page.goto(address)
    page.get_by_role("button", name="Privacy choices").click()
    expect(page.get_by_role("dialog")).to_contain_text(HONOURED)
    screenshot(page, "signal-panel")
    assert len(customer.receipts()) == 1


def test_the_notice_can_be_closed(page: Page, customer: Customer) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("status")).to_have_count(0)
    expect(page.get_by_role("button", name="Privacy choices")).to_be_focused()


def test_an_explicit_choice_overrides_the_signal(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    address = customer.page()
    page.goto(address)
    customer.wait_for_receipts(page, 1)
    page.get_by_role("button", name="Manage preferences").click()
    page.get_by_role("switch", name="Analytics").click()
    page.get_by_role("button", name="Save my choice").click()
    chosen, signalled = customer.wait_for_receipts(page, 2)
    assert (chosen["source"], chosen["action"]) == ("banner", "custom")
    # The page learns of its receipt a moment after it can be read.
    until(lambda: customer.proof(page)["receipt"]["id"] == chosen["id"])
    assert customer.proof(page)["formerReceiptId"] == signalled["id"]
    page.goto(address)
    page.get_by_role("button", name="Privacy choices").wait_for()
    page.wait_for_timeout(300)
    assert page.evaluate("consent.get().analytics") is True
    assert choice_cookie(context)["fields"]["s"] == "banner"
    assert len(customer.receipts()) == 2


def test_under_opt_out_it_refuses_marketing_only(page: Page, customer: Customer) -> None:
    customer.change(region="US-CA", unknown_place="region", gpc_refuses="marketing")
    page.goto(customer.page())
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["source"] == "gpc"
    assert receipt["action"] == "custom"
    granted = [receipt[name] for name in ("analytics", "marketing", "preferences")]
    assert granted == [True, False, True]


def test_under_opt_in_refusing_marketing_grants_nothing(page: Page, customer: Customer) -> None:
    customer.change(gpc_refuses="marketing")
    page.goto(customer.page())
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["action"] == "reject_all"


def test_switching_on_the_signal_overrides_an_earlier_yes(
    chromium: Browser, customer: Customer, complaints: list[str]
) -> None:
    context = chromium.new_context(locale="en-GB")
    page = watched(context.new_page(), complaints)
    tracker = '<script type="text/plain" data-consent="marketing">window.tracked = true</script>'
    address = customer.page(body=tracker)
    page.goto(address)
    page.get_by_role("button", name="Accept all").click()
    page.wait_for_function("window.tracked")
    customer.wait_for_receipts(page, 1)
    send_signal(context)
    page.goto(address)
    expect(page.get_by_role("status")).to_contain_text(HONOURED)
    signalled, accepted = customer.wait_for_receipts(page, 2)
    assert (signalled["source"], signalled["action"]) == ("gpc", "reject_all")
    assert customer.proof(page)["formerReceiptId"] == accepted["id"]
    # Nothing ran before the banner had come and said what the signal refuses.
    assert page.evaluate("window.tracked") is None
    updates = page.evaluate("dataLayer.map((entry) => entry[1] === 'update' && entry[2])")
    assert [update["ad_storage"] for update in updates if update] == ["denied"]
    context.close()
    assert complaints == []


def test_a_held_domain_honours_it_for_those_who_had_decided(
    chromium: Browser, live: LiveServer, shop: Shop, complaints: list[str]
) -> None:
    customer = new_customer(live, new_panel(live), shop)
    context = chromium.new_context(locale="en-GB")
    page = watched(context.new_page(), complaints)
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    suspend(live.application, customer.site.panel.organization["slug"])
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    send_signal(context)
    page.goto(address)
    signalled, _ = customer.wait_for_receipts(page, 2)
    assert (signalled["source"], signalled["action"]) == ("gpc", "reject_all")
    expect(page.get_by_role("button", name="Privacy choices")).to_be_visible()
    # Of somebody who never decided, nothing is recorded.
    context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(address)
    page.evaluate("new Promise((resolve) => consent.ready(resolve))")
    page.wait_for_timeout(200)
    assert len(customer.receipts()) == 2
    context.close()
    assert complaints == []


def test_an_earlier_no_is_not_recorded_again(
    chromium: Browser, customer: Customer, complaints: list[str]
) -> None:
    context = chromium.new_context(locale="en-GB")
    page = watched(context.new_page(), complaints)
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Reject all").click()
    customer.wait_for_receipts(page, 1)
    send_signal(context)
    page.goto(address)
    page.get_by_role("button", name="Privacy choices").wait_for()
    page.wait_for_timeout(300)
    assert len(customer.receipts()) == 1
    context.close()
    assert complaints == []
