"""Addresses that were mistyped or changed by a proxy, and responses that a proxy gives itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import DESK, origin_of
from tests.support import axe
from tests.support.factories import Site, make_site
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A workspace with a domain and a receipt."""
    site = make_site(new_panel(live))
    site.decide()
    return site


@pytest.fixture(scope="module")
def origin(live: LiveServer, site: Site) -> str:
    """The origin of the workspace's panel."""
    return origin_of(live, site.panel.organization["slug"])


@pytest.fixture(scope="module")
def page(chromium: Browser, origin: str, site: Site) -> Iterator[Page]:
    """One tab for all tests of this module, signed in."""
    context = chromium.new_context(viewport=DESK, locale="en-GB")
    page = context.new_page()
    sign_in(page, origin, site.panel)
    yield page
    context.close()


def test_slashes_too_many_at_the_start_are_dropped(page: Page, origin: str) -> None:
    page.goto(f"{origin}//receipts?device=desktop")
    expect(page.get_by_role("heading", name="Receipts")).to_be_visible()
    page.get_by_role("combobox", name="Decision").select_option("Accepted all")
    expect(page).to_have_url(f"{origin}/receipts?device=desktop&action=accept_all")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/receipts?status=lost", "Accepted all"),
        ("/receipts?country=DEU", "Accepted all"),
        ("/statistics?domainId=shop", "Decisions"),
        ("/statistics?days=12", "Decisions"),
        ("/statistics?by=browser", "Decisions"),
        ("/domains?groupId=shops", "Not verified yet"),
        ("/audit?actorId=ada", "Workspace created"),
    ],
)
def test_a_filter_that_is_not_known_is_named_and_cleared(
    page: Page, origin: str, path: str, shown: str
) -> None:
    page.goto(f"{origin}{path}")
    refused = page.get_by_role("alert").filter(has_text="A filter cannot be applied")
    refused.get_by_role("link", name="Clear the filters").click()
    expect(page).to_have_url(f"{origin}{path.partition('?')[0]}")
    expect(refused).to_have_count(0)
    expect(page.locator("main").get_by_text(shown).last).to_be_attached()


@pytest.mark.parametrize("day", ["2026-02-31", "2026-13-01", "yesterday"])
def test_a_day_that_does_not_exist_is_named_and_filters_nothing(
    page: Page, origin: str, day: str
) -> None:
    page.goto(f"{origin}/receipts?from={day}&device=desktop")
    field = page.get_by_label("From", exact=True)
    expect(field).to_have_accessible_description("This day does not exist, so it filters nothing.")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("region", name="Receipts, newest first")).to_be_visible()
    assert axe.violations(page) == []
    field.fill("2026-02-28")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page).to_have_url(f"{origin}/receipts?from=2026-02-28&device=desktop")


def test_a_day_that_is_typed_and_does_not_exist_is_named(page: Page, origin: str) -> None:
    page.goto(f"{origin}/receipts")
    field = page.get_by_label("To", exact=True)
    # The browser's field begins with the month.
    field.press_sequentially("02312026")
    field.blur()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("2026-01-31")
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page).to_have_url(f"{origin}/receipts?to=2026-01-31")
    # The next month has no such day.
    field.press("ArrowUp")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page).to_have_url(f"{origin}/receipts")


@pytest.mark.parametrize(
    "path",
    [
        "/domains?groupId=0197f0a0-0000-7000-8000-000000000000",
        "/audit?actorId=0197f0a0-0000-7000-8000-000000000000",
    ],
)
def test_a_list_that_its_filters_leave_empty_leads_to_the_whole_one(
    page: Page, origin: str, path: str
) -> None:
    page.goto(f"{origin}{path}")
    expect(page.get_by_text("Nothing matches these filters")).to_be_visible()
    page.get_by_role("link", name="Clear the filters").click()
    expect(page).to_have_url(f"{origin}{path.partition('?')[0]}")
    expect(page.get_by_text("Nothing matches these filters")).to_have_count(0)


def test_a_malformed_address_is_not_found_and_loaded_once(page: Page, origin: str) -> None:
    loads: list[Request] = []
    page.on("request", lambda request: loads.append(request))
    page.goto(f"{origin}/receipts/%zz")
    expect(page.get_by_role("heading", name="This page cannot be shown")).to_be_visible()
    # Once, not in the page's title too.
    expect(page.get_by_text("Not found", exact=True)).to_have_count(1)
    page.wait_for_timeout(500)
    assert [request.is_navigation_request() for request in loads].count(True) == 1


def test_what_does_not_exist_is_not_to_be_tried_again(page: Page, origin: str) -> None:
    page.goto(f"{origin}/receipts/0197f0a0-0000-7000-8000-000000000000")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Not found")
    expect(alert.get_by_role("button")).to_have_count(0)
    page.get_by_role("main").get_by_role("link", name="Receipts").click()
    expect(page).to_have_url(f"{origin}/receipts")


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (502, "The service is temporarily unavailable."),
        (520, "The service is temporarily unavailable."),
        (413, "more than the service accepts"),
    ],
)
def test_a_page_of_the_proxy_is_explained(page: Page, origin: str, status: int, text: str) -> None:
    body = "<h1>nginx</h1>"
    page.route(
        "**/v1/consent-events?*",
        lambda route: route.fulfill(status=status, content_type="text/html", body=body),
    )
    page.goto(f"{origin}/receipts")
    expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_text(f"HTTP {status}")).to_have_count(0)
    page.unroute_all(behavior="ignoreErrors")
