"""The rule of the visitor's place, which the edge in front of the service sends."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.support import axe
from tests.support.customer import Customer, choice_cookie

Screenshot = Callable[[Page, str], None]
TRACKER = '<script type="text/plain" data-consent="marketing">window.tracked = true</script>'
LINK = "Your Privacy Choices"
EVERYTHING = "analytics.marketing.preferences"


PLACES = {
    "eu": ("DE", ""),
    "uk": ("GB", ""),
    "us-ca": ("US", "CA"),
    "us-tx": ("US", "TX"),
    "us": ("US", "WY"),
}


def visit_from(page: Page, rule: str | tuple[str, str], *, gpc: bool = False) -> None:
    """Act as an edge between the page and the service: add its headers to each request.

    ``rule`` is one of ``PLACES``, or a country and a region.
    """
    country, region = PLACES[rule] if isinstance(rule, str) else rule
    edge = {"x-edge-country": country, "x-edge-region": region}
    if gpc:
        edge["sec-gpc"] = "1"

    def forward(route: Route) -> None:
        route.fulfill(response=route.fetch(headers=route.request.headers | edge))

    page.route("**/rule", forward)


def wait_until_tracked(page: Page) -> None:
    page.wait_for_function("window.tracked === true")


def tracked(page: Page) -> bool:
    page.wait_for_timeout(200)
    values: bool = page.evaluate("window.tracked === true")
    return values


def test_a_german_on_a_californian_domain_is_asked_before_anything_loads(
    page: Page, customer: Customer
) -> None:
    customer.change(region="US-CA", unknown_place="region")
    visit_from(page, "eu")
    page.goto(customer.page(body=TRACKER))
    expect(page.get_by_role("button", name="Reject all")).to_be_visible()
    assert not tracked(page)
    page.get_by_role("button", name="Accept all").click()
    wait_until_tracked(page)
    customer.wait_for_receipts(page, 1)
    proof = customer.proof(page)
    assert (proof["ruleId"], proof["ruleVersion"], proof["regime"]) == ("eu", 1, "opt_in")


def test_a_texan_on_a_european_domain_is_not_asked_and_has_the_link(
    page: Page, customer: Customer, screenshot: Screenshot
) -> None:
    customer.change(region="EU")
    visit_from(page, "us-tx")
    page.goto(customer.page(body=TRACKER))
    link = page.get_by_role("button", name=LINK)
    expect(link).to_be_visible()
    assert link.locator("svg").count() == 1
    assert page.get_by_role("dialog").count() == 0
    wait_until_tracked(page)
    screenshot(page, "opt-out-link")
    state = page.evaluate("consent.get()")
    assert (state["rule"], state["model"], state["regime"]) == ("us-tx", "opt_out", "opt_out")
    link.click()
    dialog = page.get_by_role("dialog", name=LINK)
    objection = dialog.get_by_role("switch", name="Do not sell or share")
    expect(objection).not_to_be_checked()
    assert dialog.get_by_role("switch", name="Marketing").count() == 0
    objection.click()
    screenshot(page, "opt-out-dialog")
    assert axe.violations(page, "visitor-choices") == []
    dialog.get_by_role("button", name="Save my choice").click()
    (receipt,) = customer.wait_for_receipts(page, 1)
    granted = [receipt[name] for name in ("analytics", "marketing", "preferences")]
    assert granted == [True, False, True]
    proof = customer.proof(page)
    assert (proof["ruleId"], proof["limitSensitive"]) == ("us-tx", None)
    page.reload()
    assert not tracked(page)


def test_the_use_of_sensitive_data_can_be_limited_where_the_owner_offers_it(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    customer.change(limit_sensitive=True)
    visit_from(page, "us-ca")
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name=LINK).click()
    limit = page.get_by_role("switch", name="Limit the use of my sensitive")
    expect(limit).not_to_be_checked()
    limit.click()
    page.get_by_role("button", name="Save my choice").click()
    customer.wait_for_receipts(page, 1)
    assert customer.proof(page)["limitSensitive"] is True
    page.goto(address)
    page.get_by_role("button", name=LINK).click()
    expect(limit).to_be_checked()
    assert page.evaluate("consent.get().limitSensitive") is True


def test_the_limit_does_not_depend_on_marketing(page: Page, customer: Customer) -> None:
    panel, path = customer.site.panel, f"/v1/domains/{customer.site.id}/banner"
    without_marketing = {"categories": [{"id": "analytics"}], "locales": [{"locale": "en"}]}
    panel.put(path, without_marketing, status=200)
    panel.post(f"{path}/publish", status=200)
    customer.change(limit_sensitive=True)
    visit_from(page, "us-ca")
    page.goto(customer.page())
    page.get_by_role("button", name=LINK).click()
    assert page.get_by_role("switch", name="Do not sell or share").count() == 0
    page.get_by_role("switch", name="Limit the use of my sensitive").click()
    page.get_by_role("button", name="Save my choice").click()
    customer.wait_for_receipts(page, 1)
    assert customer.proof(page)["limitSensitive"] is True


@pytest.mark.parametrize("how", ["navigator", "header"])
def test_the_signal_refuses_sale_is_recorded_once_and_shown_in_force(
    page: Page, customer: Customer, screenshot: Screenshot, how: str
) -> None:
    customer.change(gpc_refuses="marketing")
    visit_from(page, "us-tx", gpc=how == "header")
    if how == "navigator":
        page.add_init_script(
            "Object.defineProperty(navigator, 'globalPrivacyControl', {value: true})"
        )
    address = customer.page(body=TRACKER)
    page.goto(address)
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert (receipt["source"], receipt["marketing"], receipt["analytics"]) == ("gpc", False, True)
    assert not tracked(page)
    page.goto(address)
    page.get_by_role("button", name=LINK).click()
    dialog = page.get_by_role("dialog", name=LINK)
    expect(dialog.get_by_text("Opt-out request honoured")).to_be_visible()
    expect(dialog.get_by_role("switch", name="Do not sell")).to_be_checked()
    screenshot(page, f"opt-out-in-force-{how}")
    assert len(customer.receipts()) == 1


def test_an_acknowledged_notice_is_not_shown_again(
    page: Page, customer: Customer, screenshot: Screenshot
) -> None:
    visit_from(page, "us")
    address = customer.page(body=TRACKER)
    page.goto(address)
    expect(page.get_by_role("status")).to_contain_text("uses cookies")
    screenshot(page, "notice")
    wait_until_tracked(page)
    assert axe.violations(page, "visitor-choices") == []
    page.get_by_role("button", name="Understood").click()
    expect(page.get_by_role("status")).to_have_count(0)
    page.goto(address)
    expect(page.get_by_role("button", name="Privacy choices")).to_be_visible()
    assert page.get_by_role("status").count() == 0
    # No action of a receipt's is named so: nothing was recorded.
    assert customer.receipts() == []
    # A visitor who moves to a place with opt-in is asked nevertheless.
    page.unroute_all()
    visit_from(page, "eu")
    page.goto(address)
    expect(page.get_by_role("button", name="Reject all")).to_be_visible()


def test_what_was_left_on_is_no_consent_elsewhere(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    visit_from(page, "us-tx")
    address = customer.page(body=TRACKER)
    page.goto(address)
    page.get_by_role("button", name=LINK).click()
    page.get_by_role("switch", name="Analytics").click()
    page.get_by_role("button", name="Save my choice").click()
    customer.wait_for_receipts(page, 1)
    assert choice_cookie(context)["fields"]["o"] == "marketing.preferences"
    page.unroute_all()
    visit_from(page, "eu")
    page.goto(address)
    expect(page.get_by_role("button", name="Reject all")).to_be_visible()
    assert not tracked(page)
    state: dict[str, Any] = page.evaluate("consent.get()")
    assert (state["decided"], state["marketing"]) == (False, False)
    # At home again, it counts as before.
    page.unroute_all()
    visit_from(page, "us-tx")
    page.goto(address)
    wait_until_tracked(page)
    state = page.evaluate("consent.get()")
    assert (state["decided"], state["analytics"], state["marketing"]) == (True, False, True)
    assert len(customer.receipts()) == 1


def test_visits_extend_an_objection(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    visit_from(page, "us-tx")
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name=LINK).click()
    page.get_by_role("switch", name="Do not sell").click()
    page.get_by_role("button", name="Save my choice").click()
    customer.wait_for_receipts(page, 1)

    def days_left_after_a_visit(rule: str, granted: str, left_on: str) -> int:
        cookie = choice_cookie(context)
        fields = cookie.pop("fields") | {"c": granted, "o": left_on}
        fields["e"] = str(int(time.time() * 1000) + 86_400_000)
        value = "&".join(f"{name}={text}" for name, text in fields.items())
        context.add_cookies([cookie | {"value": value}])
        page.unroute_all()
        visit_from(page, rule)
        page.goto(address)
        page.evaluate("new Promise((resolve) => consent.ready(resolve))")
        page.wait_for_function("consent.get().rule")
        expires = int(choice_cookie(context)["fields"]["e"])
        return round((expires / 1000 - time.time()) / 86_400)

    assert (
        360
        < days_left_after_a_visit("us-tx", "analytics.preferences", "analytics.preferences")
        < 370
    )
    assert 360 < days_left_after_a_visit("us-tx", "", "") < 370
    # Nothing was objected to.
    assert days_left_after_a_visit("us-tx", EVERYTHING, EVERYTHING) == 1
    # Consent of elsewhere is not extended by it.
    assert 360 < days_left_after_a_visit("us-tx", "analytics", "") < 370
    consent_ends = int(choice_cookie(context)["fields"]["u"])
    assert round((consent_ends / 1000 - time.time()) / 86_400) == 1
    assert days_left_after_a_visit("eu", "", "") == 1
    assert len(customer.receipts()) == 1


def test_an_unknown_place_is_asked(page: Page, customer: Customer) -> None:
    customer.change(region="US-CA")
    page.goto(customer.page(body=TRACKER))
    expect(page.get_by_role("button", name="Reject all")).to_be_visible()
    assert not tracked(page)


def test_exempt_purposes_run_until_an_objection(page: Page, customer: Customer) -> None:
    body = {"model": "opt_in", "exempt": ["analytics"], "reason": "Own statistics alone."}
    customer.site.panel.put(f"/v1/domains/{customer.site.id}/rules/uk", body, status=200)
    visit_from(page, "uk")
    page.goto(customer.page(body=TRACKER))
    expect(page.get_by_role("button", name="Reject all")).to_be_visible()
    state: dict[str, Any] = page.evaluate("consent.get()")
    assert (state["analytics"], state["marketing"], state["preferences"]) == (True, False, False)
    page.get_by_role("button", name="Reject all").click()
    assert page.evaluate("consent.get().analytics") is False


def test_without_the_second_file_the_link_and_the_dialog_still_work(
    page: Page, customer: Customer
) -> None:
    visit_from(page, "us-tx")
    page.route(re.compile("choices.js"), lambda route: route.abort())
    page.goto(customer.page())
    page.get_by_role("button", name="Privacy choices").click()
    page.get_by_role("switch", name="Marketing").click()
    page.get_by_role("button", name="Save my choice").click()
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["marketing"] is False
