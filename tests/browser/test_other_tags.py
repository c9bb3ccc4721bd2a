"""The signals that other tags get over journeys: in order, once, and never more than granted."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from tests.browser.test_rules import visit_from
from tests.support.customer import Customer

# Queues and functions as the tags' own snippets make them, which note what they are called with.
TAGS = """<script>
window.uetq = [];
window.calls = { clarity: [], fbq: [], shopify: [] };
window.clarity = (...given) => calls.clarity.push(given);
window.fbq = (...given) => calls.fbq.push(given);
window._paq = [["requireConsent"]];
window.Shopify = {
  loadFeatures: (features, done) => done(),
  customerPrivacy: { setTrackingConsent: (given) => calls.shopify.push(given) },
};
</script>"""
DENIED = {"ad_Storage": "denied", "analytics_Storage": "denied"}


def layer(page: Page) -> list[Any]:
    values: list[Any] = page.evaluate(
        "dataLayer.map((entry) => (entry.event ? entry : [...entry]))"
    )
    return values


def assert_told_in_order(page: Page, granted: list[str] | None) -> None:
    """One default, then update and event in turns, of which the last say what is granted."""
    message = layer(page)
    assert [item[1] for item in message if isinstance(item, list)].count("default") == 1
    assert message[0][:2] == ["consent", "default"]
    assert len(message[0][2]) == 8
    assert message[0][2]["wait_for_update"] >= 500
    for update, event in zip(message[1::2], message[2::2], strict=True):
        assert update[:2] == ["consent", "update"]
        assert event["event"] == "consent_update"
        assert (update[2]["ad_storage"] == "granted") == event["consent"]["marketing"]
        assert (update[2]["analytics_storage"] == "granted") == event["consent"]["analytics"]
    if granted is not None:
        assert sorted(id_ for id_, yes in message[-1]["consent"].items() if yes) == sorted(granted)


@pytest.mark.parametrize("late", [False, True], ids=["at once", "late"])
@pytest.mark.parametrize("rule", ["eu", "us-tx"])
def test_on_random_journeys_each_tag_gets_its_events_in_order(
    page: Page, context: BrowserContext, customer: Customer, rule: str, late: bool
) -> None:
    chance = random.Random(f"{rule} {late}")
    visit_from(page, rule)
    if late:

        def slowly(route: Route) -> None:
            page.wait_for_timeout(5000)
            route.continue_()

        page.route("**/banner.js", slowly, times=1)
    address = customer.page(head=TAGS + customer.tag)
    page.goto(address)
    page.wait_for_function("window.consent?.version && consent.get().regime")
    granted = [] if rule == "eu" else ["analytics", "marketing", "preferences"]
    for step in range(6):
        if step % 3 == 2:
            page.goto(address)
            page.wait_for_function("window.consent?.version && consent.get().regime")
            # For a returning visitor, the decision is sent once.
            assert len(layer(page)) == 3
        else:
            granted = [
                id_ for id_ in ("analytics", "marketing", "preferences") if chance.random() < 0.5
            ]
            page.evaluate(
                "(ids) => consent.set({analytics: ids.includes('analytics'),"
                " marketing: ids.includes('marketing'), preferences: ids.includes('preferences')})",
                granted,
            )
            page.wait_for_timeout(100)
        assert_told_in_order(page, granted)
        page.wait_for_function("uetq.length > 0 && calls.clarity.length > 0")
        page.wait_for_timeout(100)
        word = {
            id_: "granted" if id_ in granted else "denied" for id_ in ("analytics", "marketing")
        }
        queue = page.evaluate("uetq")
        assert queue[:3] == ["consent", "default", {"ad_storage": "denied"}]
        assert queue.count("default") == 1
        assert queue[-3:] == ["consent", "update", {"ad_storage": word["marketing"]}]
        assert page.evaluate("calls.clarity.at(-1)") == [
            "consentv2",
            {"ad_Storage": word["marketing"], "analytics_Storage": word["analytics"]},
        ]
        answer = "grant" if "marketing" in granted else "revoke"
        assert page.evaluate("calls.fbq.at(-1)") == ["consent", answer]
        matomo = "setConsentGiven" if "analytics" in granted else "forgetConsentGiven"
        assert page.evaluate("_paq.at(-1)") == [matomo]
        assert page.evaluate("_paq[0]") == ["requireConsent"]
        shop = page.evaluate("calls.shopify.at(-1)")
        assert shop["sale_of_data"] == shop["marketing"] == ("marketing" in granted)


def test_a_signal_keeps_tags_from_seeing_marketing_granted(page: Page, customer: Customer) -> None:
    visit_from(page, "us-tx", gpc=True)
    page.goto(customer.page(head=TAGS + customer.tag))
    customer.wait_for_receipts(page, 1)
    updates = [item for item in layer(page) if isinstance(item, list) and item[1] == "update"]
    assert updates
    assert all(update[2]["ad_storage"] == "denied" for update in updates)
    page.wait_for_function("calls.clarity.length > 0")
    assert "granted" not in str(page.evaluate("uetq"))
    assert page.evaluate("calls.fbq") == [["consent", "revoke"]]


def test_no_objects_are_created_for_absent_tags(page: Page, customer: Customer) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    assert page.evaluate(
        "[window.uetq, window.clarity, window.fbq, window._paq].every((entry) => !entry)"
    )
    assert not any("choices.js" in item for item in requests)


def test_google_settings_are_attributes_of_the_tag(page: Page, customer: Customer) -> None:
    tag = customer.tag.replace("<script ", "<script data-url_passthrough data-ads_data_redaction ")
    page.goto(customer.page(head=tag))
    page.get_by_role("button", name="Accept all").wait_for()
    assert page.evaluate("dataLayer.map((entry) => [...entry]).slice(1)") == [
        ["set", "url_passthrough", True],
        ["set", "ads_data_redaction", True],
    ]
