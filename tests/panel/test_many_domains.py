"""A workspace with more domains than the service gives at a time."""

from __future__ import annotations

from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.bulk_data import fill_workspace
from tests.support.factories import Panel
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in

COUNT = 502


@pytest.fixture(scope="module")
def panel(live: LiveServer) -> Panel:
    panel = new_panel(live)
    workspace_id = UUID(panel.organization["id"])
    fill_workspace(live.application, workspace_id, domains=COUNT, members=1)
    return panel


@pytest.mark.parametrize("path", ["/receipts", "/statistics"])
def test_every_domain_can_be_chosen(page: Page, live: LiveServer, panel: Panel, path: str) -> None:
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, path)
    choice = page.get_by_role("combobox", name="Domain", exact=True)
    # One of them is “All”.
    expect(choice.get_by_role("option")).to_have_count(COUNT + 1)


def test_the_overview_leads_to_the_domains_that_it_does_not_show(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/")
    page.get_by_role("link", name=f"All {COUNT} domains").click()
    expect(page.get_by_text(f"50 of {COUNT}")).to_be_visible()


def test_the_first_steps_are_those_of_the_domain_in_the_address(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    # The screen reads the newest hundred.
    newest = [item["id"] for item in panel.get("/v1/domains?limit=100").json["items"]]
    oldest = panel.get("/v1/domains?q=shop0-").json["items"][-1]
    assert oldest["id"] not in newest
    path = f"/start?domain={oldest['id']}"
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, path)
    expect(page.locator("main").get_by_text(oldest["hostname"], exact=True)).to_be_visible()


@pytest.mark.parametrize(
    "query", ["", "?domain=0197f0a0-0000-7000-8000-000000000000", "?domain=nonsense"]
)
def test_the_first_steps_are_otherwise_those_of_the_newest_domain(
    page: Page, live: LiveServer, panel: Panel, query: str
) -> None:
    newest = panel.get("/v1/domains?limit=1").json["items"][0]
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, f"/start{query}")
    expect(page.locator("main").get_by_text(newest["hostname"], exact=True)).to_be_visible()
