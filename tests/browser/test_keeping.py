"""What is kept in the browser: the cookie, its format and expiry; reopening and withdrawing."""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import new_customer, new_panel, watched
from tests.support.customer import Customer, choice_cookie
from tests.support.live_server import LiveServer
from tests.support.shop import Shop
from tests.support.suspensions import suspend

REOPEN = "Privacy choices"


def decide(page: Page, customer: Customer, button: str = "Accept all") -> str:
    """Visit the site's page, press a button, wait for the receipt; return the address."""
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name=button).click()
    page.wait_for_function("consent.get().receiptId")
    return address


def test_the_cookie_is_as_documented(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    before = time.time() - 0.001
    decide(page, customer)
    (receipt,) = customer.receipts()
    cookie = choice_cookie(context)
    assert cookie["domain"] == customer.site.hostname
    assert cookie["path"] == "/"
    assert cookie["sameSite"] == "Lax"
    assert cookie["secure"] is False
    assert cookie["httpOnly"] is False
    assert re.fullmatch(r"[\w=&.-]+", cookie["value"])
    fields = cookie["fields"]
    assert before <= int(fields["t"]) / 1000 <= time.time()
    assert fields == {
        "v": "1",
        "d": customer.site.id,
        "c": "analytics.marketing.preferences",
        "t": fields["t"],
        "e": fields["e"],
        "b": "1",
        "s": "banner",
        "g": "0",
        "r": receipt["id"],
        "h": "",
    }
    assert cookie["expires"] == pytest.approx(int(fields["e"]) / 1000, abs=1)
    assert abs((int(fields["e"]) - int(fields["t"])) / 86_400_000 - 365) < 4


def test_the_cookie_lasts_for_the_domains_months(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    customer.change(renew_after_months=6)
    decide(page, customer)
    fields = choice_cookie(context)["fields"]
    assert abs((int(fields["e"]) - int(fields["t"])) / 86_400_000 - 183) < 4


def test_the_cookie_never_lasts_into_the_month_after(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    customer.change(renew_after_months=6)
    page.clock.set_fixed_time(datetime(2027, 8, 31, 12, tzinfo=UTC))
    decide(page, customer)
    expires = datetime.fromtimestamp(int(choice_cookie(context)["fields"]["e"]) / 1000, UTC)
    # The leap year's February has 29 days.
    assert expires.date() == date(2028, 2, 29)


def test_visits_rewrite_the_cookie_without_moving_its_expiry(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    address = decide(page, customer)
    first = choice_cookie(context)
    # As Safari does after seven days, the browser forgets earlier than the cookie says.
    shortened = {**first, "expires": time.time() + 86400}
    del shortened["fields"]
    context.add_cookies([shortened])
    page.goto(address)
    page.get_by_role("button", name=REOPEN).wait_for()
    kept = choice_cookie(context)
    assert kept["fields"] == first["fields"]
    assert kept["expires"] == pytest.approx(first["expires"], abs=1)
    assert len(customer.receipts()) == 1


def test_a_visitor_who_decided_is_not_asked_again_until_it_runs_out(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    address = decide(page, customer, "Reject all")
    page.goto(address)
    expect(page.get_by_role("button", name=REOPEN)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    cookie = choice_cookie(context)
    fields = {**cookie.pop("fields"), "e": str(int(time.time() * 1000) - 1)}
    value = "&".join(f"{name}={text}" for name, text in fields.items())
    context.add_cookies([{**cookie, "value": value}])
    page.goto(address)
    expect(page.get_by_role("dialog", name="Your privacy on this site")).to_be_visible()


def test_a_cookie_of_another_format_or_domain_is_no_decision(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    address = customer.page()
    for value in (
        f"v=2&d={customer.site.id}&c=analytics&t=1&e=4102444800000",
        "v=1&d=another&c=marketing&t=1&e=4102444800000",
        "%",
    ):
        context.add_cookies([{"name": "consent_choice", "value": value, "url": address}])
        page.goto(address)
        expect(page.get_by_role("dialog", name="Your privacy on this site")).to_be_visible()
        assert page.evaluate("consent.get().decided") is False


def test_reopening_shows_the_receipt_and_withdrawing_is_recorded_and_linked(
    page: Page,
    context: BrowserContext,
    customer: Customer,
    screenshot: Callable[[Page, str], None],
) -> None:
    address = decide(page, customer)
    (accepted,) = customer.receipts()
    page.goto(address)
    page.get_by_role("button", name=REOPEN).click()
    panel = page.get_by_role("dialog")
    expect(panel).to_contain_text(accepted["id"])
    created = datetime.fromisoformat(accepted["createdAt"])
    expect(panel).to_contain_text(str(created.year))
    assert panel.get_by_role("term").all_inner_texts() == ["Decided on", "Receipt"]
    screenshot(page, "reopened")
    for name in ("Analytics", "Marketing", "Preferences"):
        expect(page.get_by_role("switch", name=name)).to_be_checked()
    page.get_by_role("switch", name="Marketing").click()
    page.get_by_role("button", name="Save my choice").click()
    withdrawn, former = customer.wait_for_receipts(page, 2)
    assert former == accepted
    assert withdrawn["action"] == "custom"
    assert withdrawn["marketing"] is False
    page.wait_for_function("consent.get().receiptId")
    proof = customer.proof(page)
    assert proof["surface"] == "reopened"
    assert proof["formerReceiptId"] == accepted["id"]
    assert choice_cookie(context)["fields"]["c"] == "analytics.preferences"
    expect(page.get_by_role("button", name=REOPEN)).to_be_focused()


def test_two_quick_decisions_are_linked_before_the_first_is_sent(
    page: Page, customer: Customer
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").wait_for()
    page.evaluate("consent.set('accept_all'); consent.set('reject_all')")
    second, first = customer.wait_for_receipts(page, 2)
    assert [first["action"], second["action"]] == ["accept_all", "reject_all"]
    page.wait_for_function("(id) => consent.get().receiptId === id", arg=second["id"])
    proof = customer.proof(page)
    assert proof["formerReceiptId"] == first["id"]
    assert proof["surface"] == "api"


def test_a_held_domain_asks_no_visitors_but_accepts_withdrawals(
    page: Page, context: BrowserContext, chromium: Browser, live: LiveServer, shop: Shop
) -> None:
    customer = new_customer(live, new_panel(live), shop)
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Manage preferences").click()
    page.get_by_role("switch", name="Analytics").click()
    page.get_by_role("switch", name="Marketing").click()
    page.get_by_role("button", name="Save my choice").click()
    page.wait_for_function("consent.get().receiptId")

    suspend(live.application, customer.site.panel.organization["slug"])
    # The banner may be a minute old in the browser's cache: a visitor of another day has none.
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.goto(address)
    page.get_by_role("button", name=REOPEN).click()
    expect(page.get_by_role("button", name="Accept all")).to_have_count(0)
    expect(page.get_by_role("switch", name="Preferences")).to_be_disabled()
    page.get_by_role("switch", name="Marketing").click()
    page.get_by_role("button", name="Save my choice").click()
    withdrawn, _ = customer.wait_for_receipts(page, 2)
    assert withdrawn["analytics"] is True
    assert withdrawn["marketing"] is False

    newcomers_context = chromium.new_context()
    newcomer = newcomers_context.new_page()
    sent: list[str] = []
    newcomer.on("request", lambda request: sent.append(request.method))
    newcomer.goto(
        customer.page(
            body="""<script>var ran = false;</script>
            <script type="text/plain" data-consent="analytics">ran = true;</script>"""
        )
    )
    newcomer.wait_for_function("new Promise((resolve) => consent.ready(() => resolve(true)))")
    expect(newcomer.get_by_role("button")).to_have_count(0)
    newcomer.evaluate("consent.set('accept_all'); consent.show()")
    newcomer.wait_for_timeout(200)
    assert newcomers_context.cookies() == []
    # Nothing is asked, counted or granted; waiting elements keep waiting.
    assert "POST" not in sent
    assert newcomer.evaluate("ran") is False
    default = newcomer.evaluate("[...dataLayer[0]]")
    assert default[:2] == ["consent", "default"]
    assert default[2]["analytics_storage"] == "denied"
    newcomers_context.close()


def test_subdomains_share_the_decision_if_the_domain_says_so(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    customer.change(share_subdomains=True)
    decide(page, customer)
    cookie = choice_cookie(context)
    assert cookie["domain"] == f".{customer.site.hostname}"
    assert cookie["fields"]["h"] == customer.site.hostname
    page.goto(customer.page(host=f"news.{customer.site.hostname}"))
    expect(page.get_by_role("button", name=REOPEN)).to_be_visible()
    assert page.evaluate("consent.get().marketing") is True
    # There too only one cookie is written.
    page.get_by_role("button", name=REOPEN).click()
    page.get_by_role("button", name="Reject all").click()
    customer.wait_for_receipts(page, 2)
    assert choice_cookie(context)["fields"]["c"] == ""
    customer.change(share_subdomains=False)
    page.goto(customer.page())
    page.get_by_role("button", name=REOPEN).click()
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 3)
    assert choice_cookie(context)["domain"] == customer.site.hostname
    customer.change(share_subdomains=True)
    context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.goto(customer.page())
    page.evaluate("consent.set('reject_all')")
    customer.wait_for_receipts(page, 4)
    assert choice_cookie(context)["domain"] == f".{customer.site.hostname}"


def test_a_decision_in_one_tab_ends_the_question_in_another(
    page: Page, context: BrowserContext, customer: Customer, complaints: list[str]
) -> None:
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Accept all").wait_for()
    page.evaluate("void consent.onChange((state) => (window.state = state))")
    other_tab = watched(context.new_page(), complaints)
    other_tab.goto(address)
    other_tab.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(other_tab, 1)
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("state.marketing && consent.get().marketing") is True
    assert len(customer.receipts()) == 1


@pytest.fixture
def https_shop(tmp_path: Path) -> Iterator[Shop]:
    """A web server like the other, over TLS with a certificate that it signed itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "shop")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = tmp_path / "shop.pem"
    pem.write_bytes(
        certificate.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(pem)
    shop = Shop(tls)
    yield shop
    shop.close()


@pytest.fixture
def https_page(
    chromium: Browser, customer: Customer, https_shop: Shop, complaints: list[str]
) -> Iterator[Page]:
    """A page whose customer's shop is on https."""
    customer.shop = https_shop
    context = chromium.new_context(ignore_https_errors=True)
    yield watched(context.new_page(), complaints)
    context.close()
    assert complaints == []


def test_on_https_the_cookie_is_secure(https_page: Page, customer: Customer) -> None:
    assert decide(https_page, customer).startswith("https://")
    assert choice_cookie(https_page.context)["secure"] is True


def test_partitioned_cookies_are_removed_too(https_page: Page, customer: Customer) -> None:
    page, context = https_page, https_page.context
    decide(page, customer)
    for attributes in ("", "; SameSite=None; Partitioned"):
        page.evaluate(f"void (document.cookie = '_ga=1; Path=/; Secure{attributes}')")
    assert len(context.cookies()) == 3
    page.evaluate("consent.set('reject_all')")
    page.wait_for_function("!document.cookie.includes('_ga')")
    assert choice_cookie(context)["fields"]["c"] == ""
