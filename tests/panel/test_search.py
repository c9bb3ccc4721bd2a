"""The field that searches the workspace, and the page of its results."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import Look, origin_of
from tests.support.factories import Site, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in

WAVE = "\N{WAVING HAND SIGN}"


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A site with two receipts."""
    site = make_site(new_panel(live), f"{unique('shop')}.example")
    site.decide()
    site.decide(action="reject_all", analytics=False, marketing=False, preferences=False)
    return site


def search(page: Page, q: str) -> None:
    """Type into the field of the navigation, and press Enter."""
    field(page).fill(q)
    field(page).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.locator(".skeleton")).to_have_count(0)


def field(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Search the workspace")


def test_domains_people_and_receipts_are_found(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    receipt = site.receipts()[0]
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel)
    main = page.get_by_role("main")

    search(page, site.hostname[:8].upper())
    expect(page.get_by_role("heading", level=1)).to_have_text(
        f"Results for “{site.hostname[:8].upper()}”"
    )
    expect(main.get_by_role("region")).to_have_count(1)
    look(page, "search-domains")
    main.get_by_role("link", name=site.hostname).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(site.hostname)
    expect(field(page)).to_have_value("")

    search(page, f"https://www.{site.hostname}/privacy?{'x' * 100}#cookies")
    expect(main.get_by_role("link", name=site.hostname)).to_be_visible()

    search(page, site.panel.person.email.upper())
    people = main.get_by_role("region", name="People")
    expect(people.get_by_role("row")).to_have_count(2)
    expect(people).to_contain_text(site.panel.person.email)

    search(page, f" {receipt['id']} ")
    receipts = main.get_by_role("region", name="Receipts")
    expect(receipts.get_by_role("row")).to_have_count(2)
    look(page, "search-receipts")
    receipts.get_by_role("link").click()
    expect(main).to_contain_text(receipt["id"])
    # The results come back with the text that found them.
    page.go_back()
    expect(receipts.get_by_role("row")).to_have_count(2)
    expect(field(page)).to_have_value(receipt["id"])


def test_what_matches_nothing_or_is_too_short_is_explained(
    page: Page, live: LiveServer, site: Site, look: Look
) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel)
    main = page.get_by_role("main")
    search(page, "%%")
    expect(main).to_contain_text("Nothing was found")
    expect(main.get_by_role("region")).to_have_count(0)
    look(page, "search-nothing")
    search(page, "x")
    expect(main).to_contain_text("two characters or more")
    search(page, "y" * 101)
    expect(main).to_contain_text("Nothing was found")
    # Of an address: cut as UTF-16, this would end within a character.
    page.goto(f"{origin}/search?{urlencode({'q': 'y' + WAVE * 60})}")
    expect(main).to_contain_text("Nothing was found")


def test_more_than_are_listed_are_a_link_away(page: Page, live: LiveServer) -> None:
    panel, word = new_panel(live), unique("many")
    sites = [make_site(panel, f"{word}-{number}.example") for number in range(6)]
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, f"/search?q={word}")
    main = page.get_by_role("main")
    domains = main.get_by_role("region", name="Domains")
    expect(domains.get_by_role("row")).to_have_count(6)
    main.get_by_role("link", name="All domains that match").click()
    expect(domains.get_by_role("row")).to_have_count(len(sites) + 1)
    main.get_by_role("searchbox", name="Name").fill(f"https://www.{sites[3].hostname}/terms")
    expect(domains.get_by_role("row")).to_have_count(2)


def test_a_phone_has_the_field_in_its_menu(page: Page, live: LiveServer, site: Site) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel)
    expect(field(page)).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    search(page, site.hostname[:8])
    expect(field(page)).to_be_hidden()
    expect(page.get_by_role("main").get_by_role("link", name=site.hostname)).to_be_visible()
