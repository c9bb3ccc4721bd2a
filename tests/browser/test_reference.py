"""The API's reference at /docs/: read and tried without any other host."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import new_panel
from tests.live import LiveServer


def test_an_operation_is_opened_and_called_with_a_key(
    page: Page, live: LiveServer, screenshot: Callable[[Page, str], None]
) -> None:
    key = new_panel(live).post("/v1/api-keys", {"name": "Reader"}).json["key"]
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.goto(f"{live.url}/docs")
    assert page.url == f"{live.url}/docs/"
    page.get_by_role("button", name="Authorize", exact=True).click()
    form = page.locator(".auth-container").filter(has_text="apiKey (http, Bearer)")
    form.get_by_role("textbox").fill(key)
    form.get_by_role("button", name="Apply credentials").click()
    page.get_by_role("button", name="Close", exact=True).first.click()
    operation = page.locator('[id="operations-Read_API-listConsentEvents"]')
    if not operation.is_visible():
        page.get_by_role("heading", name="Read API").click()
    operation.locator(".opblock-summary-control").click()
    expect(operation.get_by_text("Only receipts of this domain.")).to_be_visible()
    operation.get_by_role("button", name="Execute").click()
    answer = operation.locator(".live-responses-table tbody .response-col_status")
    expect(answer).to_contain_text("200")
    screenshot(page, "reference")
    # What breaks the page's policy would be among the complaints, and fail the test.
    # Examples of filters are shown, and not sent.
    assert f"{live.url}/v1/api/consent-events?limit=100" in asked
    assert {url for url in asked if not url.startswith((f"{live.url}/", "data:"))} == set()
