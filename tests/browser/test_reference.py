"""The API's reference and the guides: read on any screen, tried without any other host."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.conftest import new_panel
from tests.support import axe
from tests.support.live_server import LiveServer

Screenshot = Callable[[Page, str], None]

PAGES = {
    "contents": "/docs/",
    "operations": "/docs/api/read-api",
    "visitors": "/docs/api/visitors",
    "guides": "/docs/guides/",
    "guide": "/docs/guides/jurisdictions",
    "code": "/docs/guides/integrating",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_reference_is_accessible(
    page: Page, live: LiveServer, screenshot: Screenshot, name: str
) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(live.url + PAGES[name])
    screenshot(page, f"reference-{name}")
    page.locator("main details").evaluate_all(
        "(all) => all.forEach((one) => { one.removeAttribute('name'); one.open = true; })"
    )
    assert axe.violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe.violations(page, rules=axe.COLOURS) == [], "in the dark"
    screenshot(page, f"reference-{name}-dark")
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    screenshot(page, f"reference-{name}-phone")
    assert axe.violations(page) == [], "on a phone"
    assert {url for url in requests if not url.startswith((f"{live.url}/", "data:"))} == set()


def test_on_a_phone_the_contents_are_behind_a_button(
    page: Page, live: LiveServer, screenshot: Screenshot
) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(f"{live.url}/docs/api/domains")
    menu = page.get_by_role("navigation", name="Contents")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Contents").click()
    expect(menu).to_be_visible()
    screenshot(page, "reference-menu-phone")
    assert axe.violations(page) == []
    menu.get_by_role("link", name="Add a domain").click()
    expect(menu).to_be_hidden()
    expect(page.get_by_role("heading", name="Add a domain")).to_be_in_viewport()


def test_operations_are_found_by_their_words(page: Page, live: LiveServer) -> None:
    page.goto(f"{live.url}/docs/")
    menu = page.get_by_role("navigation", name="Contents")
    menu.get_by_role("searchbox", name="Find an operation").fill("banner/publish")
    expect(menu.get_by_role("status")).to_have_text("1 operation")
    menu.get_by_role("link", name="Publish").click()
    expect(page.get_by_role("heading", name="Publish the domain's")).to_be_in_viewport()


def test_the_chosen_language_stays_chosen(page: Page, live: LiveServer) -> None:
    page.goto(f"{live.url}/docs/api/read-api")
    first = page.locator("article").first
    expect(first.locator("details[data-language=curl] pre")).to_be_visible()
    first.get_by_text("Python for").locator("..").click()
    expect(first.locator("details[data-language=python] pre")).to_contain_text("consent_client")
    expect(first.locator("details[data-language=curl] pre")).to_be_hidden()
    page.goto(f"{live.url}/docs/api/domains")
    samples = page.locator("details[data-language=python] pre")
    expect(samples.first).to_be_visible()
    expect(samples.first).to_contain_text(live.url)


def test_without_scripts_everything_can_be_read(chromium: Browser, live: LiveServer) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live.url}/docs/api/domains")
    expect(page.get_by_role("heading", name="Add a domain")).to_be_visible()
    page.locator("article").first.get_by_text("TypeScript for").locator("..").click()
    expect(page.locator("details[data-language=typescript] pre").first).to_be_visible()
    context.close()


def test_an_operation_is_tried_with_a_key(
    page: Page, live: LiveServer, screenshot: Screenshot
) -> None:
    key = new_panel(live).post("/v1/api-keys", {"name": "Reader"}).json["key"]
    requests: list[str] = []

    def note(request: Request) -> None:
        requests.append(request.url)

    page.on("request", note)
    page.goto(f"{live.url}/docs/api/read-api")
    form = page.locator("details.try").filter(has_text="Send GET").first
    form.locator("summary").click()
    form.get_by_label("Credential: an API key").fill(key)
    form.get_by_label("limit").fill("5")
    form.get_by_label("country").fill("Germany")
    form.get_by_role("button", name="Send GET").click()
    outcome, answer = form.get_by_role("status"), form.locator(".result")
    # What is said is short.
    expect(outcome).to_have_text(re.compile("^400 Bad Request, [0-9]+ ms$"))
    expect(answer).to_contain_text("#/query/country")
    form.get_by_label("country").fill("")
    form.get_by_label("Accept application/json").select_option("text/csv")
    form.get_by_role("button", name="Send GET").click()
    expect(outcome).to_contain_text("200")
    expect(answer).to_contain_text("createdAt")
    screenshot(page, "reference-try")
    # Examples of filters are shown, and not sent.
    assert f"{live.url}/v1/api/consent-events?limit=5" in requests
    # The page's other forms take the same key, and no other page has it.
    other_field = page.get_by_label("Credential: an API key").nth(1)
    assert other_field.input_value() == key
    page.reload()
    assert other_field.input_value() == ""


def test_a_body_is_sent_unchanged(page: Page, live: LiveServer) -> None:
    page.goto(f"{live.url}/docs/api/sign-in")
    form = page.locator("form[data-path='/v1/auth/register']")
    form.locator("..").locator("summary").click()
    body = form.get_by_label("Body, as JSON")
    assert '"email": "ada@example.com"' in body.input_value()
    body.fill('{"email": "nobody"}')
    form.get_by_role("button", name="Send POST").click()
    expect(form.locator(".result")).to_contain_text("validation_failed")
