"""Markup on the customer's page, or in a hostile draft, does not change what the script does."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from consent_app.banners import validation
from tests.support.customer import Customer, choice_cookie
from tests.support.shop import Page as ShopPage
from tests.support.shop import Shop
from tests.support.waiting import until

LABELS = 'data-consent="marketing" width="200" height="100" title="A film"'


@pytest.mark.parametrize(
    "address",
    [
        "javascript:parent.ran.push(1)",
        " java\tscript:parent.ran.push(1)",
        "JavaScript:parent.ran.push(1)",
        "data:text/html,<script>parent.postMessage(1, '*')</script>",
        "vbscript:x",
        "blob:null/x",
        "http://[",
    ],
)
def test_a_frame_links_to_http_urls_only(page: Page, customer: Customer, address: str) -> None:
    body = (
        "<script>var ran = []; onmessage = () => ran.push(1);</script>"
        f'<iframe {LABELS} data-src="{address}"></iframe>'
        f'<iframe {LABELS} data-src="/film" id="film"></iframe>'
    )
    page.route("**/film", lambda route: route.fulfill(body="<p>The film</p>"))
    page.goto(customer.page(body=body))
    page.get_by_role("button", name="Accept all").click()
    expect(page.frame_locator("#film").get_by_text("The film")).to_be_visible()
    page.wait_for_timeout(200)
    assert page.evaluate("ran") == []
    assert page.locator("iframe").first.get_attribute("src") in (None, "about:blank")
    expect(page.locator("iframe").first).to_be_hidden()
    customer.wait_for_receipts(page, 1)


def test_markup_does_not_count_as_the_tag(page: Page, customer: Customer, shop: Shop) -> None:
    """`<img name="currentScript">` takes the name of the document's own property."""
    host = customer.site.hostname
    elsewhere = shop.put(f"evil-{host}", "/v1/public/banner.js", ShopPage())
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    image = (
        f'<img name="currentScript" src="{elsewhere}" data-domain="{customer.site.id}" hidden>'
        f'<form name="currentScript" data-domain="{customer.site.id}"></form>'
    )
    # Before the tag, which the parser then runs with the name taken.
    page.goto(customer.page(head="", body=image + customer.tag.replace(" async", "")))
    assert page.evaluate("document.currentScript instanceof HTMLCollection")
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    assert [url for url in requests if "evil-" in url] == [elsewhere]


NAMED = (
    '<form name="cookie"></form><img name="body" alt><img name="head" alt>'
    '<iframe name="hidden" hidden></iframe><img name="prerendering" alt>'
)


def test_markup_does_not_count_as_the_documents_properties(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    panel = customer.site.panel
    path = f"/v1/domains/{customer.site.id}/banner"
    banner = {
        "categories": [{"id": "analytics", "patterns": ["_count"]}, {"id": "marketing"}],
        "locales": [{"locale": "en"}],
    }
    panel.put(path, banner, if_match="*", status=200)
    panel.post(f"{path}/publish", status=200)
    address = customer.page(head="", body=NAMED + customer.tag.replace(" async", ""))
    page.goto(address)
    assert page.evaluate("[document.cookie, document.body].every((it) => it instanceof Element)")
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    page.wait_for_function("consent.get().receiptId")
    assert choice_cookie(context)["fields"]["c"] == "analytics.marketing"
    page.goto(address)
    assert page.evaluate("consent.get().analytics") is True
    # A withdrawal is learnt from another tab, and removes what the services have stored.
    context.add_cookies([{"name": "_count", "value": "1", "url": address}])
    other = context.new_page()
    other.goto(address)
    other.get_by_role("button", name="Privacy choices").click()
    other.get_by_role("button", name="Reject all").click()
    customer.wait_for_receipts(other, 2)
    until(lambda: [cookie["name"] for cookie in context.cookies()] == ["consent_choice"])
    page.evaluate("dispatchEvent(new Event('focus'))")
    assert page.evaluate("consent.get().analytics") is False


@pytest.mark.parametrize(
    "taken",
    [
        "<script>var consent = { version: '2.1' }</script>",
        '<iframe name="consent" src="http://elsewhere.localhost/" hidden></iframe>',
        '<form id="consent"><input name="version"><input name="q"></form>',
    ],
)
def test_what_else_is_called_consent_does_not_stop_the_script(
    page: Page, customer: Customer, taken: str
) -> None:
    page.route("http://elsewhere.localhost/", lambda route: route.fulfill(body="<p>Elsewhere</p>"))
    tag = customer.tag.replace(" async", "")
    page.goto(customer.page(head="", body=taken + late(tag)))
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    assert page.evaluate("consent.version") == 1


def late(tag: str) -> str:
    """Have the page add the tag once the frames before it have loaded."""
    return f"""<script>addEventListener("load", () => {{
        document.body.append(document.createRange().createContextualFragment(`{tag}`));
    }})</script>""".replace("</script>`", "<\\/script>`")


@pytest.mark.parametrize(
    "body",
    [
        "<script>Object.defineProperty(window, 'consent', { value: {} })</script>",
        '<form name="createElement"></form>',
    ],
)
def test_the_console_says_what_stops_the_script(
    page: Page, customer: Customer, complaints: list[str], body: str
) -> None:
    with page.expect_console_message(lambda message: message.type == "warning"):
        page.goto(customer.page(head="", body=body + customer.tag.replace(" async", "")))
    (complaint,) = complaints
    assert "Consent banner: TypeError" in complaint
    complaints.clear()


def test_what_was_added_to_the_prototype_of_all_objects_is_not_run(
    page: Page, customer: Customer
) -> None:
    """A page that merges its query into objects lets a link add any text (CWE-1321)."""
    added = (
        "<script>var ran = [];"
        ' Object.prototype.innerHTML = "<img src=x onerror=ran.push(1)>";</script>'
    )
    page.goto(customer.page(head=added + customer.tag))
    page.wait_for_selector("visitor-choices [role=dialog]")
    page.evaluate("consent.show()")
    page.wait_for_selector("visitor-choices dialog")
    page.wait_for_timeout(200)
    assert page.evaluate("ran") == []
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)


def test_a_pattern_of_many_wildcards_is_matched_quickly(
    page: Page, context: BrowserContext, customer: Customer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a draft is refused; one that was published before is matched in no time."""
    panel = customer.site.panel
    path = f"/v1/domains/{customer.site.id}/banner"
    pattern = "a*" * 40 + "b"
    banner = {
        "categories": [{"id": "analytics", "patterns": [pattern, "z*y*", "*mid*", "exact"]}],
        "locales": [{"locale": "en"}],
    }
    refused = panel.put(path, banner, if_match="*", status=400).json
    assert refused["errors"][0]["pointer"] == "#/categories/0/patterns/0"
    monkeypatch.setattr(validation, "MAX_WILDCARDS", 1000)
    panel.put(path, banner, if_match="*", status=200)
    panel.post(f"{path}/publish", status=200)
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    page.evaluate(
        """(hostile) => {
            for (const name of [hostile, `${hostile}b`, "zy", "zay", "xz", "amidst", "mid", "ab",
                                "exact", "exactly", "aab"])
                localStorage.setItem(name, "1");
        }""",
        "a" * 3000,
    )
    page.evaluate("consent.set('reject_all')")
    # By a regular expression it would take longer than the world has been there.
    page.wait_for_function("!('exact' in localStorage)")
    left = page.evaluate(
        "Object.keys(localStorage).filter((name) => !name.startsWith('consent:')).sort()"
    )
    assert left == ["a" * 3000, "aab", "ab", "exactly", "xz"]
    customer.wait_for_receipts(page, 2)


REPLACED = """<!doctype html><html lang="en"><title>Another page</title><body><h1>Another page</h1>
<script type="text/plain" data-consent="analytics">window.ran = true</script>"""


@pytest.mark.parametrize("opened", ["question", "preferences", "button"])
def test_a_page_that_a_script_replaces_leaves_nothing_that_does_not_react(
    page: Page, customer: Customer, opened: str
) -> None:
    """`document.open` removes the handlers of all elements, and visitors could not withdraw."""
    page.goto(customer.page())
    page.get_by_role("button", name="Manage preferences").wait_for()
    if opened == "preferences":
        page.get_by_role("button", name="Manage preferences").click()
    elif opened == "button":
        page.get_by_role("button", name="Reject all").click()
    page.evaluate("(html) => { document.open(); document.write(html); document.close() }", REPLACED)
    page.get_by_role("button", name="Privacy choices").click()
    expect(page.get_by_role("button", name="Reject all")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Privacy choices").click()
    page.get_by_role("button", name="Accept all").click()
    page.wait_for_function("window.ran")
    customer.wait_for_receipts(page, 2 if opened == "button" else 1)
