"""Exports on a server that limits how many receipts they have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.databases import Databases
from tests.support.factories import make_site
from tests.support.live_server import LiveServer, start_live_server
from tests.support.panel_signing import sign_in


@pytest.fixture
def limited(project: Path, databases: Databases, tmp_path: Path) -> Iterator[LiveServer]:
    """A service that exports as many receipts as a page of the list asks for, and one more."""
    log = project / "var" / "tests" / f"live-limited-{tmp_path.name}.log"
    url = databases.fresh("sqlite")
    server = start_live_server(project, url, tmp_path / "var", log, CONSENT_EXPORT_MAX_ROWS="52")
    yield server
    server.stop()


def test_an_export_has_what_fits_and_says_that_there_is_more(
    page: Page, limited: LiveServer
) -> None:
    site = make_site(new_panel(limited))
    for _ in range(51):
        site.decide()
    sign_in(page, origin_of(limited, site.panel.organization["slug"]), site.panel, "/receipts")
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_text("the digests match")).to_be_visible()
    cut = page.get_by_text("A file can have at most 52 receipts")
    expect(cut).to_have_count(0)
    for _ in range(2):
        site.decide()
    page.get_by_role("button", name="Export").click()
    expect(cut).to_be_visible()
