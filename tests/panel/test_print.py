"""Pages on paper: as wide as the paper, without what only a screen needs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.factories import make_site
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in


@pytest.fixture
def page(page: Page) -> Page:
    page.emulate_media(media="print")
    return page


def test_a_page_fills_the_paper_and_shows_what_was_chosen(page: Page, live: LiveServer) -> None:
    site = make_site(new_panel(live), region="EU")
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}")
    expect(page.get_by_role("radio", name="The install tag")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Count how often the banner")).to_be_visible()
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_role("button", name="Save")).to_have_count(0)
    width = page.evaluate("document.querySelector('main').clientWidth / innerWidth")
    assert width > 0.9


def test_a_receipt_is_printed_whole(page: Page, live: LiveServer) -> None:
    site = make_site(new_panel(live), region="EU")
    site.decide()
    receipt = site.panel.get("/v1/consent-events").json[0]
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/receipts/{receipt['id']}")
    expect(page.get_by_text("Digest of the wording")).to_be_visible()
    assert page.evaluate("document.querySelector('main').clientWidth / innerWidth") > 0.9
    hidden = """[...document.querySelectorAll('main *')].filter((part) =>
        getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth)"""
    assert page.evaluate(f"{hidden}.map((part) => part.className)") == []
