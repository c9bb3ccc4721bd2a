"""Every example of docs/integrating.md, on a page of a customer's, as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.customer import Customer

DOMAIN = "0197f0a0-0000-7000-8000-000000000004"
STAND_INS = """
window.told = [];
window.wp_set_consent = (...given) => told.push(given);
window.Shopify = {
  loadFeatures: (features, back) => back(),
  customerPrivacy: { setTrackingConsent: (given) => told.push(given) },
};
"""


@pytest.fixture(scope="module")
def pages(project: Path) -> str:
    docs = project / "docs"
    return "".join((docs / name).read_text("utf-8") for name in ("banner.md", "integrating.md"))


def examples(text: str, language: str) -> list[str]:
    """Return the examples of docs/integrating.md in one language, and first of all the stub."""
    integrating = text[text.index("# Putting the banner on a site") :]
    return re.findall(rf"^```{language}\n(.*?)^```$", integrating, re.MULTILINE | re.DOTALL)


def ours(example: str, customer: Customer) -> str:
    return example.replace("https://consent.example", customer.service).replace(
        DOMAIN, customer.site.id
    )


def stub(text: str) -> str:
    return re.findall(r"^<script>dataLayer=.*</script>$", text, re.MULTILINE)[0]


def test_the_tag_and_what_waits(page: Page, customer: Customer, pages: str) -> None:
    plain, waits, *_ = (ours(each, customer) for each in examples(pages, "html"))
    waits = waits.replace('src="/count.js">', ">window.counted = true;")
    page.goto(customer.page(head=plain + waits))
    page.get_by_role("button", name="Accept all").wait_for()
    assert page.evaluate("window.counted") is None
    page.get_by_role("button", name="Accept all").click()
    page.wait_for_function("window.counted")
    customer.wait_for_receipts(page, 1)


def test_the_tag_managers_tags(page: Page, customer: Customer, pages: str) -> None:
    _, _, makes_the_tag, tells = (ours(each, customer) for each in examples(pages, "html"))
    page.goto(customer.page(head=stub(pages) + makes_the_tag + tells))
    page.get_by_role("button", name="Reject all").click()
    page.wait_for_function("dataLayer.some((each) => each.event === 'consent_changed')")
    first = page.evaluate("[...dataLayer[0]]")
    assert first[:2] == ["consent", "default"]
    assert first[2]["ad_user_data"] == first[2]["ad_personalization"] == "denied"
    pushed = page.evaluate("dataLayer.find((each) => each.event === 'consent_changed')")
    assert pushed["consentAnalytics"] is False
    customer.wait_for_receipts(page, 1)


def test_what_tells_the_site_builders(page: Page, customer: Customer, pages: str) -> None:
    wordpress, shopify = examples(pages, "js")
    plain = ours(examples(pages, "html")[0], customer)
    script = f"<script>{STAND_INS}{wordpress}{shopify}</script>"
    page.goto(customer.page(head=stub(pages) + script + plain))
    page.get_by_role("button", name="Accept all").wait_for()
    denied = [["statistics", "deny"], ["marketing", "deny"], ["preferences", "deny"]]
    assert page.evaluate("told") == denied
    page.evaluate("told.length = 0")
    page.get_by_role("button", name="Accept all").click()
    page.wait_for_function("told.length === 4")
    *allowed, shop = page.evaluate("told")
    assert allowed == [[name, "allow"] for name, _ in denied]
    assert set(shop) == {"analytics", "marketing", "preferences", "sale_of_data"}
    assert all(shop.values())
