"""A blocker hides the banner or blocks parts of it: the page works, and nothing is granted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route

from tests.browser.test_rules import TRACKER, visit_from
from tests.support.customer import Customer

OWN = """<button onclick="window.bought = true">Buy</button>
<script>window.consent && consent.ready(() => (window.known = true))</script>"""
LIST = "visitor-choices, #visitor-choices { display: none !important }"


@pytest.mark.parametrize("blocked", ["banner.js", "/rule$", "/banner\\?", "hidden", "/impressions"])
def test_the_page_works_and_nothing_is_granted(
    page: Page, customer: Customer, complaints: list[str], blocked: str
) -> None:
    visit_from(page, "eu")
    if blocked == "hidden":
        # As extensions do it: a style of the user's, at the start of the document.
        page.add_init_script(
            f"addEventListener('DOMContentLoaded', () => document.head.insertAdjacentHTML("
            f"'beforeend', '<style>{LIST}</style>'))"
        )
    else:

        def refuse(route: Route) -> None:
            route.abort("blockedbyclient")

        page.route(re.compile(blocked), refuse)
    page.goto(customer.page(body=TRACKER + OWN))
    page.wait_for_timeout(800)
    page.get_by_role("button", name="Buy").click()
    assert page.evaluate("window.bought") is True
    assert page.evaluate("window.tracked") is None
    state = page.evaluate("window.consent?.get() ?? {}")
    assert not any(state.get(name) for name in ("analytics", "marketing", "preferences"))
    messages = page.evaluate("(window.dataLayer ?? []).map((entry) => JSON.stringify(entry))")
    assert not any('"ad_storage":"granted"' in item for item in messages)
    assert page.evaluate("document.body.style.overflow || ''") == ""
    assert customer.receipts() == []
    if blocked == "hidden":
        # The page's own control works on, for who wants to decide.
        page.evaluate("consent.set('accept_all')")
        (receipt,) = customer.wait_for_receipts(page, 1)
        assert receipt["action"] == "accept_all"
    # One warning says why nothing is shown; scripts of the page see no error.
    assert all(complaint.startswith("Consent banner:") for complaint in complaints)
    complaints.clear()
