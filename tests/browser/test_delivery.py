"""From a decision to its receipt, when pages are left early and during outages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from consent_app.banner_script import script
from tests.support.customer import Customer, choice_cookie
from tests.support.forwarder import Forwarder
from tests.support.waiting import until_on

POSTS = "**/v1/public/domains/*/consents"


def stored_state(page: Page, customer: Customer) -> dict[str, Any]:
    """Return what local storage holds of ours."""
    text = page.evaluate("(id) => localStorage.getItem(`consent:${id}`)", customer.site.id)
    record: dict[str, Any] = json.loads(text)
    return record


def when(text: str) -> float:
    """Return an ISO 8601 instant as seconds since 1970."""
    return datetime.fromisoformat(text).timestamp()


def test_a_click_that_leaves_the_page_still_creates_one_receipt(
    page: Page, customer: Customer
) -> None:
    elsewhere = customer.page("/next", head="")
    back = customer.page()
    page.goto(back)
    page.get_by_role("button", name="Accept all").evaluate(
        "(button, next) => { button.click(); location.href = next; }", elsewhere
    )
    page.wait_for_url(elsewhere)
    # Whether the browser got it out in time is its own affair: the next visit makes up for it.
    page.goto(back)
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert receipt["action"] == "accept_all"
    until_on(page, lambda: stored_state(page, customer)["queue"] == [])
    page.wait_for_timeout(500)
    assert len(customer.receipts()) == 1


@pytest.fixture
def forwarder(customer: Customer) -> Iterator[Forwarder]:
    """Requests to the customer's service go through this port."""
    forwarder = Forwarder(urlsplit(customer.service).port or 80)
    customer.service = f"http://localhost:{forwarder.port}"
    yield forwarder
    forwarder.close()


def test_an_unsent_decision_is_sent_on_the_next_visit_with_its_own_time(
    page: Page, context: BrowserContext, customer: Customer, forwarder: Forwarder
) -> None:
    address = customer.page()
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if "/consents" in request.url else None)
    page.goto(address)
    page.get_by_role("button", name="Reject all").wait_for()
    forwarder.cut()
    page.get_by_role("button", name="Reject all").click()
    # Applied immediately, even if the report fails.
    expect(page.get_by_role("button", name="Privacy choices")).to_be_visible()
    assert page.evaluate("consent.get().decided") is True
    fields = choice_cookie(context)["fields"]
    assert fields["r"] == ""
    page.wait_for_timeout(1500)
    assert len(stored_state(page, customer)["queue"]) == 1
    page.goto("about:blank")
    page.wait_for_timeout(300)
    forwarder.repair()
    assert customer.receipts() == []

    page.goto(address)
    (receipt,) = customer.wait_for_receipts(page, 1)
    expect(page.get_by_role("button", name="Privacy choices")).to_be_visible()
    assert len({response.headers["idempotency-key"] for response in sent}) == 1
    proof = customer.proof(page)
    assert when(proof["decidedAt"]) == int(fields["t"]) / 1000
    assert when(receipt["createdAt"]) - when(proof["decidedAt"]) > 1
    assert choice_cookie(context)["fields"] == {**fields, "r": receipt["id"]}
    assert stored_state(page, customer)["queue"] == []


def test_a_lost_response_creates_no_second_receipt(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Accept all").wait_for()

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    context.route(POSTS, lose_answer)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Accept all").click()
    (recorded,) = customer.wait_for_receipts(page, 1)
    context.unroute(POSTS)
    page.goto(address)
    page.wait_for_function("consent.get().receiptId")
    assert page.evaluate("consent.get().receiptId") == recorded["id"]
    assert len(customer.receipts()) == 1


def test_sending_is_retried_while_the_page_is_open(page: Page, customer: Customer) -> None:
    page.clock.install()
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").wait_for()
    page.route(POSTS, lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Accept all").click()
    page.unroute(POSTS)
    page.wait_for_timeout(100)
    page.clock.run_for(4100)
    assert len(customer.wait_for_receipts(page, 1)) == 1


def test_permanently_refused_requests_are_dropped(
    page: Page, context: BrowserContext, customer: Customer
) -> None:
    def unpublished(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), "version": 99})

    context.route("**/v1/public/domains/*/banner?*", unpublished)
    page.goto(customer.page())
    with page.expect_response(POSTS) as caught:
        page.get_by_role("button", name="Accept all").click()
    assert caught.value.status == 400
    until_on(page, lambda: stored_state(page, customer)["queue"] == [])
    # The visitor's choice still applies.
    assert choice_cookie(context)["fields"]["c"] == "analytics.marketing.preferences"


READABLE = {"Access-Control-Allow-Origin": "*"}


def set_with_answer(page: Page, choice: str, **answer: Any) -> None:
    """Decide, and answer the report in the service's place."""
    page.route(POSTS, lambda route: route.fulfill(**answer, headers=READABLE))
    with page.expect_response(POSTS):
        page.evaluate("(choice) => consent.set(choice)", choice)
    page.unroute(POSTS)
    page.wait_for_timeout(50)


def test_a_decision_stays_until_it_is_recorded_or_refused_for_good(
    page: Page, customer: Customer
) -> None:
    address = customer.page()
    page.goto(address)
    answers = [(408, ""), (429, ""), (201, "{}")]
    for count, (status, body) in enumerate(answers, 1):
        set_with_answer(page, "accept_all", status=status, body=body)
        page.goto(address)
        customer.wait_for_receipts(page, count)


def test_a_decision_after_a_refused_one_names_the_last_receipt(
    page: Page, customer: Customer
) -> None:
    page.goto(customer.page())
    page.get_by_role("button", name="Accept all").click()
    page.wait_for_function("consent.get().receiptId")
    set_with_answer(page, "reject_all", status=400)
    page.evaluate("consent.set('accept_all')")
    page.wait_for_function("consent.get().receiptId")
    _, first = customer.receipts()
    assert customer.proof(page)["formerReceiptId"] == first["id"]


ANSWERS: list[dict[str, Any] | None] = [
    None,
    {"status": 503, "body": "away"},
    {"status": 200, "body": "<html>", "content_type": "text/html"},
    {"status": 200, "body": "null", "content_type": "application/json"},
    {"status": 200, "body": "[]", "content_type": "application/json"},
    {"status": 200, "body": '{"categories": [{}], "texts": {}}'},
    {"status": 200, "body": '{"categories": 1, "texts": null, "held": []}'},
]


def test_useless_responses_do_not_harm_the_page(
    page: Page, context: BrowserContext, customer: Customer, complaints: list[str]
) -> None:
    answers = iter(ANSWERS)

    def answer(route: Route) -> None:
        value = next(answers)
        if value:
            route.fulfill(**value, headers=READABLE)
        else:
            route.abort()

    context.route("**/v1/public/domains/*/banner?*", answer)
    address = customer.page()
    for _ in ANSWERS:
        page.goto(address)
        page.wait_for_function("new Promise((resolve) => consent.ready(() => resolve(true)))")
        assert page.evaluate("consent.get().decided || consent.get().analytics") is False
        page.evaluate("consent.show(); consent.set('accept_all')")
        page.wait_for_timeout(50)
        assert page.locator("visitor-choices").count() == 0
        assert context.cookies() == []
        assert page.evaluate("localStorage.length") == 0
    assert next(answers, "none left") == "none left"
    # A slow page lives for long enough to name each cause.
    assert all("Consent banner:" in complaint for complaint in complaints)
    complaints.clear()


def test_an_earlier_decision_applies_during_an_outage(
    page: Page, context: BrowserContext, customer: Customer, complaints: list[str]
) -> None:
    address = customer.page()
    page.goto(address)
    page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    context.route("**/v1/public/domains/**", lambda route: route.abort())
    page.goto(address)
    page.wait_for_function("consent.get && consent.get().decided")
    assert page.evaluate("consent.get().marketing") is True
    # The owner is warned in the console, once.
    until_on(page, lambda: complaints)
    page.wait_for_timeout(700)
    (message,) = complaints
    assert "No answer from" in message
    complaints.clear()


def warned(page: Page, address: str) -> str:
    """Open a page and return the one warning that its console shows."""
    with page.expect_console_message(lambda message: message.type == "warning") as caught:
        page.goto(address)
    assert page.locator("visitor-choices").count() == 0
    return caught.value.text


def test_the_console_names_what_is_wrong_and_what_helps(
    page: Page, customer: Customer, complaints: list[str]
) -> None:
    unknown_domain = customer.tag.replace(customer.site.id, "0197f0a0-0000-7000-8000-0000000000ff")
    assert "no domain with this id. Copy" in warned(page, customer.page(head=unknown_domain))
    broken = customer.tag.replace(customer.site.id, "shop")
    assert "UUID" in warned(page, customer.page(head=broken)) or len(complaints) == 2
    nameless = customer.tag.replace("data-domain", "data-other")
    assert "The tag has no src or data-domain. Copy" in warned(page, customer.page(head=nameless))
    combined = f'<script data-domain="{customer.site.id}">{script().body.decode()}</script>'
    assert "The tag has no src or data-domain. Copy" in warned(page, customer.page(head=combined))
    message = warned(page, customer.page(host="elsewhere.com"))
    assert f"not on {customer.site.hostname} or a subdomain of it. Add" in message
    policy = f"script-src {customer.service}; connect-src 'none'"
    headers = {"Content-Security-Policy": policy}
    message = warned(page, customer.page("/policy", headers=headers))
    assert "connect-src" in message
    customer.change(published_version=None)
    assert "Nothing is published on this domain. Publish" in warned(page, customer.page("/none"))
    assert (
        len([complaint for complaint in complaints if complaint.startswith("Consent banner:")]) == 7
    )
    complaints.clear()


def test_the_console_names_a_category_that_does_not_exist(
    page: Page, customer: Customer, complaints: list[str]
) -> None:
    marked = '<script type="text/plain" data-consent="analytics statistics" src="/x.js"></script>'
    page.goto(customer.page(body=marked))
    with page.expect_console_message(lambda message: message.type == "warning"):
        page.get_by_role("button", name="Accept all").click()
    customer.wait_for_receipts(page, 1)
    assert complaints == ["Consent banner: data-consent does not know statistics"]
    complaints.clear()


def test_blocked_storage_loses_no_receipt(page: Page, customer: Customer) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('refused') } });"
        "Object.defineProperty(document, 'cookie', {"
        " get() { throw new Error('refused') }, set() { throw new Error('refused') } });"
    )
    page.goto(customer.page())
    page.get_by_role("button", name="Reject all").click()
    assert len(customer.wait_for_receipts(page, 1)) == 1
    page.get_by_role("button", name="Privacy choices").click()
    page.get_by_role("button", name="Accept all").click()
    assert len(customer.wait_for_receipts(page, 2)) == 2
