"""Elements that wait for consent on a page, and what withdrawing removes again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect
from sqlalchemy import func, select

from consent_app.statistics.models import consent_impressions
from tests.browser.conftest import new_customer, new_panel
from tests.support.customer import Customer, choice_cookie
from tests.support.live_server import LiveServer
from tests.support.shop import Shop
from tests.support.waiting import until_on

BODY = """<script nonce="n0">var ran = [];</script>
<script type="text/plain" data-consent="analytics" src="/slow.js"></script>
<script type="text/plain" data-consent="analytics" nonce="n0">ran.push("inline")</script>
<script type="text/plain" data-consent="analytics marketing" nonce="n0">ran.push("both")</script>
<script type="text/plain" data-consent="unknown" nonce="n0">ran.push("never")</script>
<script type="text/plain" data-consent="" nonce="n0">ran.push("never")</script>
<script type="text/plain" data-consent=" , " nonce="n0">ran.push("never")</script>
<script type="text/plain" data-consent="analytics" nomodule src="/old.js"></script>
<script type="text/plain" data-consent="analytics" data-type="text/template" src="/x"></script>
<script type="text/plain" data-consent=" analytics, " src="/missing.js"></script>
<script type="text/plain" data-consent="marketing" data-type="module" nonce="n0">
    ran.push("module")</script>
<iframe data-consent="marketing" data-src="/film" width="400" height="225" title="A film"></iframe>
<p id="below">Below the film</p>"""

UNKNOWN = "Consent banner: data-consent does not know unknown"
FILM = '<iframe data-consent="marketing" data-src="/film" title="A film"></iframe>'


def serve_scripts(page: Page) -> None:
    """Answer the shop's own scripts, the slow one late."""

    def slow(route: Route) -> None:
        page.wait_for_timeout(200)
        route.fulfill(body='ran.push("slow")', content_type="text/javascript")

    page.route("**/slow.js", slow)
    page.route("**/missing.js", lambda route: route.fulfill(status=404))
    page.route("**/film", lambda route: route.fulfill(body="<p>The film</p>"))


def wait_for_scripts(page: Page, count: int) -> None:
    """Wait until so many have run. (Playwright's own waiting needs `unsafe-eval`.)"""
    until_on(page, lambda: page.evaluate("ran.length") >= count)
    assert page.evaluate("ran.length") == count


def test_scripts_run_in_order_and_frames_load_once_they_are_permitted(
    page: Page,
    customer: Customer,
    screenshot: Callable[[Page, str], None],
    complaints: list[str],
) -> None:
    serve_scripts(page)
    policy = f"script-src 'nonce-n0' 'self' {customer.service}; style-src 'none'"
    address = customer.page(body=BODY, headers={"Content-Security-Policy": policy})
    page.goto(address)
    top = "() => document.querySelector('#below').getBoundingClientRect().top"
    page.get_by_role("button", name="Accept all").wait_for()
    page.wait_for_timeout(150)
    assert page.evaluate("ran") == []
    frame = page.locator("iframe")
    holder = page.locator("visitor-choices-held")
    expect(holder).to_contain_text("only with your consent")
    expect(frame).to_be_hidden()
    # The same room, so nothing moves when it comes.
    assert holder.evaluate("(element) => element.getBoundingClientRect().height") == pytest.approx(
        225, 3
    )
    below = page.evaluate(top)

    page.evaluate("consent.set({ analytics: true })")
    wait_for_scripts(page, 2)
    # And what comes into the page later.
    page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.type = "text/plain";
            script.dataset.consent = "analytics";
            script.nonce = "n0";
            script.textContent = "ran.push('late')";
            document.body.append(script);
        }"""
    )
    wait_for_scripts(page, 3)
    assert page.evaluate("ran") == ["slow", "inline", "late"]
    assert frame.get_attribute("src") is None
    # What no browser runs is found by its type.
    assert page.locator('script[type="text/template"]').count() == 1

    holder.get_by_role("button").click()
    screenshot(page, "blocked-frame")
    page.get_by_role("switch", name="Marketing").click()
    page.get_by_role("button", name="Save my choice").click()
    wait_for_scripts(page, 5)
    assert page.evaluate("ran.slice(3)") == ["both", "module"]
    expect(page.frame_locator("iframe").get_by_text("The film")).to_be_visible()
    expect(holder).to_have_count(0)
    assert page.evaluate(top) == pytest.approx(below, abs=8)
    customer.wait_for_receipts(page, 2)

    # After a withdrawal the frame is blocked again.
    page.evaluate("consent.set('reject_all')")
    expect(frame).to_be_hidden()
    expect(holder).to_be_visible()
    assert frame.get_attribute("src") is None
    # An earlier yes is in force on the next page before the banner has come.
    page.evaluate("consent.set('accept_all')")
    customer.wait_for_receipts(page, 4)
    page.route("**/v1/public/domains/*/banner?*", lambda route: route.abort())
    page.goto(address)
    wait_for_scripts(page, 4)
    assert page.evaluate("ran") == ["slow", "inline", "both", "module"]
    assert complaints == [UNKNOWN]
    complaints.clear()


def test_the_back_button_loads_nothing_that_was_withdrawn(page: Page, customer: Customer) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    serve_scripts(page)
    page.goto(customer.page("/first"))
    page.goto(customer.page(body=FILM))
    page.get_by_role("button", name="Accept all").click()
    expect(page.frame_locator("iframe").get_by_text("The film")).to_be_visible()
    page.evaluate("consent.set('reject_all')")
    expect(page.frame_locator("iframe").get_by_text("The film")).to_have_count(0)
    page.go_back()
    page.wait_for_url("**/first")
    page.wait_for_load_state()
    assert loaded.count("film") == 1


# As trackers ask for them. Only the last one is seen, once its tab is.
HIDDEN = """<iframe data-consent="marketing" data-src="/film" style="display: none"></iframe>
<iframe data-consent="marketing" data-src="/film" width="0" height="0"></iframe>
<iframe data-consent="marketing" data-src="/film" width="1" height="1"></iframe>
<div id="tab" hidden>
    <iframe data-consent="marketing" data-src="/film" width="400" height="225"></iframe>
</div>"""


def test_frames_that_the_page_hides_stay_hidden(page: Page, customer: Customer) -> None:
    serve_scripts(page)
    page.goto(customer.page(body=HIDDEN))
    page.get_by_role("button", name="Accept all").wait_for()
    expect(page.locator("visitor-choices-held")).to_have_count(1)
    expect(page.locator("#tab > visitor-choices-held")).to_have_count(1)
    page.get_by_role("button", name="Accept all").click()
    expect(page.locator('iframe[src="/film"]')).to_have_count(4)
    expect(page.locator("iframe").first).to_be_hidden()
    # And after a withdrawal.
    page.evaluate("consent.set('reject_all')")
    expect(page.locator("visitor-choices-held")).to_have_count(1)
    expect(page.locator("iframe[src]")).to_have_count(0)


# As in WordPress's responsive embeds and Bootstrap's `.ratio`.
RATIO = """<style>
    .ratio { position: relative; width: 400px; }
    .ratio::before { content: ""; display: block; padding-top: 56.25%; }
    .ratio iframe { position: absolute; inset: 0; width: 100%; height: 100%; border: 0; }
</style>
<div class="ratio"><iframe data-consent="marketing" data-src="/film" title="A film"></iframe></div>
<p id="below">Below the film</p>"""
BADGE = """<iframe data-consent="marketing" data-src="/film" title="A badge" width="200"
    height="100" style="position: absolute"></iframe>"""


def test_the_placeholder_of_a_frame_that_fills_its_box_fills_it_too(
    page: Page, customer: Customer
) -> None:
    serve_scripts(page)
    page.goto(customer.page(body=RATIO + BADGE))
    holder, badge = (page.locator("visitor-choices-held").nth(at) for at in (0, 1))
    expect(holder).to_be_visible()
    assert holder.bounding_box() == page.locator(".ratio").bounding_box()
    # One that is elsewhere in its box keeps its place in the flow, and covers nothing.
    assert badge.evaluate("(element) => getComputedStyle(element).position") == "static"
    below = page.locator("#below").bounding_box()
    page.evaluate("consent.set('accept_all')")
    expect(page.frame_locator(".ratio iframe").get_by_text("The film")).to_be_visible()
    assert page.locator("#below").bounding_box() == below
    customer.wait_for_receipts(page, 1)


def test_a_placeholder_follows_a_frame_that_the_page_moves_and_goes_with_it(
    page: Page, customer: Customer
) -> None:
    """Frameworks move and remove only what they have added."""
    page.goto(customer.page(body=RATIO))
    holder = page.locator("visitor-choices-held")
    expect(holder).to_be_visible()
    page.evaluate("document.querySelector('#below').before(document.querySelector('iframe'))")
    expect(page.locator("visitor-choices-held + iframe + #below")).to_have_count(1)
    page.evaluate("document.querySelector('iframe').remove()")
    expect(holder).to_have_count(0)


# A page that is shown again from its copy: Turbo clones the body, htmx keeps its HTML, and both
# create its scripts again, so that they run.
KEEP = "window.kept = document.body.innerHTML"
SHOW_AGAIN = """() => {
    document.body.innerHTML = kept;
    for (const old of document.querySelectorAll("body script")) {
        const script = document.createElement("script");
        for (const { name, value } of old.attributes) script.setAttribute(name, value);
        script.text = old.text;
        old.replaceWith(script);
    }
}"""


def test_what_waits_on_a_copy_of_the_page_that_is_shown_again_waits_there_too(
    page: Page, customer: Customer
) -> None:
    serve_scripts(page)
    held = '<script type="text/plain" data-consent="analytics">ran.push("inline")</script>'
    page.goto(customer.page(head=customer.tag + "<script>var ran = [];</script>", body=FILM + held))
    holder, film = page.locator("visitor-choices-held"), page.locator("iframe")
    expect(holder).to_be_visible()
    page.evaluate(KEEP)
    page.evaluate(SHOW_AGAIN)
    expect(holder).to_contain_text("only with your consent")
    assert page.locator("visitor-choices").count() == 1
    page.get_by_role("button", name="Accept all").click()
    expect(film).to_be_visible()
    wait_for_scripts(page, 1)
    # The address of a frame is the page's own once it has loaded, such as for YouTube's API.
    page.evaluate("void (document.querySelector('iframe').src = '/film?api=1')")
    page.evaluate(KEEP)
    page.evaluate("document.body.append('A new text')")
    page.wait_for_timeout(100)
    assert film.get_attribute("src") == "/film?api=1"
    # Nor does one start again that was emptied, as when its window on the page is closed.
    page.evaluate("void (document.querySelector('iframe').src = '')")
    page.evaluate("document.body.append('Another text')")
    page.wait_for_timeout(100)
    assert film.get_attribute("src") == ""
    page.evaluate("consent.set('reject_all')")
    page.evaluate(SHOW_AGAIN)
    expect(holder).to_be_visible()
    assert page.evaluate("ran") == ["inline"]
    customer.wait_for_receipts(page, 2)


def test_scripts_that_are_added_by_inner_html_run_too(page: Page, customer: Customer) -> None:
    """The browser marks such a script, and its clones, as already run: it would never load."""
    serve_scripts(page)
    held = 'type="text/plain" data-consent="analytics"'
    added = f'<script {held} src="/slow.js"></script><script {held}>ran.push("inline")</script>'
    page.goto(customer.page(body="<script>var ran = [];</script><main></main>"))
    page.evaluate("(html) => (document.querySelector('main').innerHTML = html)", added)
    page.get_by_role("button", name="Accept all").click()
    wait_for_scripts(page, 2)
    assert page.evaluate("ran") == ["slow", "inline"]
    customer.wait_for_receipts(page, 1)


def test_scripts_run_under_trusted_types(
    page: Page, customer: Customer, complaints: list[str]
) -> None:
    serve_scripts(page)
    policy = (
        f"script-src 'nonce-n0' 'self' {customer.service};"
        " require-trusted-types-for 'script'; trusted-types 'none'"
    )
    page.goto(customer.page(body=BODY, headers={"Content-Security-Policy": policy}))
    page.get_by_role("button", name="Accept all").click()
    wait_for_scripts(page, 4)
    assert page.evaluate("ran") == ["slow", "inline", "both", "module"]
    customer.wait_for_receipts(page, 1)
    # The browser logs that the policy refused a copy.
    complaints.remove(UNKNOWN)
    assert all("requires 'TrustedScript" in complaint for complaint in complaints)
    complaints.clear()


def test_withdrawing_removes_the_services_cookies_here_and_on_the_parent_domain(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    host = customer.site.hostname
    address = customer.page("/deep/page", host=f"www.{host}")
    page.goto(address)
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)

    def keep() -> None:
        page.evaluate(
            """(host) => {
                document.cookie = `_ga=1; Domain=${host}; Path=/`;
                document.cookie = "_ga_ABC=1; Path=/deep";
                document.cookie = "_ga_ABC=2; Path=/deep/";
                document.cookie = `_fbp=1; Domain=www.${host}; Path=/deep/page`;
                document.cookie = "basket=1; Path=/";
                document.cookie = "my_ga=1; Path=/";
                localStorage.setItem("_hjSession", "1");
                sessionStorage.setItem("_pk_id", "1");
                localStorage.setItem("basket", "1");
            }""",
            host,
        )

    def stored_names() -> list[str]:
        cookie_names = sorted(cookie["name"] for cookie in context.cookies())
        stored: list[str] = page.evaluate(
            "[...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()"
        )
        return cookie_names + [name for name in stored if not name.startswith("consent:")]

    def settle(condition: Callable[[], bool]) -> None:
        # What removes them is loaded when it is needed.
        until_on(page, condition)

    names = ["basket", "consent_choice", "my_ga", "basket"]
    keep()
    assert len(stored_names()) == 10
    page.evaluate("consent.set({ marketing: false })")
    settle(lambda: len(stored_names()) == 9)
    assert "_fbp" not in stored_names()
    page.evaluate("consent.set('reject_all')")
    settle(lambda: stored_names() == names)
    customer.wait_for_receipts(page, 3)
    assert page.evaluate("[...dataLayer.at(-2)][2].analytics_storage") == "denied"
    # What was left since is removed on the next visit.
    keep()
    page.goto(address)
    page.get_by_role("button", name="Privacy choices").wait_for()
    settle(lambda: stored_names() == names)
    assert len(customer.receipts()) == 3


@pytest.mark.parametrize("asked_by", ["the tag", "the domain"])
def test_the_page_reloads_after_a_withdrawal_if_it_asks_for_that(
    page: Page, context: BrowserContext, customer: Customer, asked_by: str
) -> None:
    customer.change(reload_on_withdrawal=asked_by == "the domain")
    tag = customer.tag.replace(
        " async", " async data-reload" if asked_by == "the tag" else " async"
    )
    page.goto(customer.page(head=tag))
    page.evaluate("window.before = true")
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    assert page.evaluate("window.before")
    page.evaluate("consent.set({ marketing: false })")
    page.wait_for_function("!window.before && window.consent && consent.version")
    withdrawn, _ = customer.wait_for_receipts(page, 2)
    page.wait_for_function("(id) => consent.get().receiptId === id", arg=withdrawn["id"])
    assert choice_cookie(context)["fields"]["c"] == "analytics.preferences"


def publish(customer: Customer, **body: Any) -> None:
    path = f"/v1/domains/{customer.site.id}/banner/publish"
    customer.site.panel.post(path, body, status=200)


def test_only_a_material_change_asks_visitors_again(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Accept all").click()
    (first,) = customer.wait_for_receipts(page, 1)
    page.wait_for_function("consent.get().receiptId")
    cache = context.new_cdp_session(page)
    publish(customer)
    cache.send("Network.clearBrowserCache")
    page.goto(address)
    expect(page.get_by_role("button", name="Privacy choices")).to_be_visible()
    publish(customer, material=True)
    cache.send("Network.clearBrowserCache")
    page.goto(address)
    page.get_by_role("button", name="Accept all").wait_for()
    # What was said yes to is no longer what is asked.
    state = page.evaluate("consent.get()")
    assert (state["decided"], state["analytics"]) == (False, False)
    fields = choice_cookie(context)["fields"]
    assert (fields["c"], fields["o"]) == ("", "analytics.marketing.preferences")
    page.get_by_role("button", name="Accept all").click()
    newer, _ = customer.wait_for_receipts(page, 2)
    assert newer["bannerVersion"] == 3
    page.wait_for_function("consent.get().receiptId")
    assert customer.proof(page)["formerReceiptId"] == first["id"]
    publish(customer)
    cache.send("Network.clearBrowserCache")
    page.goto(address)
    expect(page.get_by_role("button", name="Privacy choices")).to_be_visible()
    assert page.evaluate("consent.get().analytics") is True


def test_impressions_are_counted_when_a_banner_is_shown_and_not_otherwise(
    page: Page, context: BrowserContext, live: LiveServer, shop: Shop
) -> None:
    customer = new_customer(live, new_panel(live), shop)
    sent: list[tuple[str, Any]] = []
    context.on(
        "request",
        lambda request: (
            sent.append((request.method, request.post_data))
            if "/impressions" in request.url
            else None
        ),
    )
    cache = context.new_cdp_session(page)
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Accept all").wait_for()
    until_on(page, lambda: sent)
    page.wait_for_timeout(100)
    # It says nothing but that it was shown.
    assert sent == [("POST", None)]
    assert counted(customer, page) == 1
    sent.clear()
    customer.change(count_impressions=False)
    cache.send("Network.clearBrowserCache")
    page.goto(address)
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    customer.change(count_impressions=True)
    cache.send("Network.clearBrowserCache")
    page.goto(address)
    page.get_by_role("button", name="Privacy choices").wait_for()
    page.wait_for_timeout(100)
    assert sent == []
    assert counted(customer, page) == 1


def counted(customer: Customer, page: Page) -> int:
    """Return how many impressions the service has counted, once there are any."""
    table = consent_impressions.c
    statement = select(func.sum(table.count)).where(table.domain_id == UUID(customer.site.id))

    def count() -> int:
        with customer.application.database.session(read_only=True) as session:
            return int(session.scalar(statement) or 0)

    until_on(page, count)
    return count()
