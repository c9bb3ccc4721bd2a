"""Markup on the customer's page, or in a hostile draft, does not change what the script does."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from consent_app.banners import validation
from tests.support.customer import Customer
from tests.support.shop import Page as ShopPage
from tests.support.shop import Shop

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
