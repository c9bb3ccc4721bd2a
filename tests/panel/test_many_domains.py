"""A workspace with more domains than the service gives at a time."""

from __future__ import annotations

from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.bulk_data import fill_workspace
from tests.support.factories import Panel
from tests.support.live import LiveServer
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
