"""The screen of statistics: its groups and the comparison of two versions."""

from __future__ import annotations

import csv
from datetime import timedelta
from typing import Any
from uuid import UUID

from playwright.sync_api import Page, expect
from sqlalchemy import Table, insert, select

from consent_app.banners.models import BannerVersion
from consent_app.statistics.models import consent_impressions, hourly_counts
from tests.browser.conftest import new_panel
from tests.panel.conftest import opened
from tests.support.factories import Panel, Site, make_site
from tests.support.live_server import LiveServer


def add_counts(
    live: LiveServer, panel: Panel, rows: list[dict[str, Any]], table: Table = hourly_counts
) -> None:
    """Count decisions, or banners shown, of two hours ago."""
    hour = live.application.now().replace(minute=0, second=0, microsecond=0) - timedelta(hours=2)
    shared = {
        "workspace_id": UUID(panel.organization["id"]),
        "hour": hour,
        "device": "desktop",
        **({"action": "accept_all"} if table is hourly_counts else {}),
    }
    with live.application.database.transaction() as session:
        session.execute(insert(table), [shared | row for row in rows])


def publish_again(live: LiveServer, site: Site, times: int) -> None:
    """Publish the first version of a site's banner again."""
    first = select(BannerVersion.__table__).where(BannerVersion.domain_id == UUID(site.id))
    with live.application.database.transaction() as session:
        row = session.execute(first).one()._asdict()
        rows = [row | {"version": version} for version in range(2, times + 2)]
        session.execute(insert(BannerVersion), rows)


def test_the_overview_says_that_nobody_has_decided_yet(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    make_site(panel)
    opened(page, live, panel, "/")
    plot = page.get_by_role("img", name="Decisions by day")
    expect(plot).to_be_visible()
    expect(page.get_by_text("No decisions in 30 days.")).to_be_visible()


def test_others_are_all_that_are_not_named(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    site = make_site(panel)
    # The service names fifty groups at most.
    countries = [first + second for first in "ABCDEFGH" for second in "ABCDEFGHIJ"]
    add_counts(
        live,
        panel,
        [
            {"domain_id": UUID(site.id), "banner_version": 1, "country": country, "count": 10}
            for country in countries
        ],
    )
    opened(page, live, panel, "/statistics?by=country")
    page.get_by_text("The numbers as a table").first.click()
    table = page.get_by_role("region", name="Decisions", exact=True).first
    expect(table.get_by_role("row").first).to_contain_text("Others")
    # Five countries are named. Two hours ago may be yesterday, which has a row of its own.
    expect(table.get_by_role("row").filter(has_text="750")).to_have_count(1)
    compared = page.get_by_role("region", name="Decisions, compared")
    expect(compared.get_by_role("row")).to_have_count(52)
    expect(compared.get_by_role("row").last).to_have_text("Others30037.5%")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as CSV").click()
    text = download.value.path().read_text(encoding="utf-8")
    # Without it Excel does not read UTF-8.
    assert text.startswith("\ufeff")
    head, *rows = list(csv.reader(text.splitlines()))
    assert (len(head), head[-1]) == (2 + 50 + 1, "Others")
    assert sum(int(row[-1]) for row in rows) == 300
    assert sum(int(count) for row in rows for count in row[2:]) == 800


def test_the_banners_shown_add_up_too(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    site = make_site(panel)
    shared = {"domain_id": UUID(site.id)}
    versions = [{**shared, "banner_version": version} for version in range(1, 53)]
    add_counts(live, panel, [{**row, "country": "DE", "count": 10} for row in versions])
    add_counts(live, panel, [{**row, "count": 20} for row in versions], consent_impressions)
    opened(page, live, panel, "/statistics?by=version")
    compared = page.get_by_role("region", name="Decisions, compared")
    cells = compared.get_by_role("row").last.get_by_role("cell")
    expect(cells).to_have_text(["20", "3.8%", "40"])


def test_the_versions_of_another_domain_are_not_compared(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    one, two = make_site(panel), make_site(panel)
    publish_again(live, one, 4)
    publish_again(live, two, 1)
    opened(page, live, panel, f"/statistics?by=version&domainId={one.id}")
    page.get_by_role("combobox", name="One version").select_option("Version 5")
    page.wait_for_url("**one=5**")
    page.get_by_role("combobox", name="Domain", exact=True).select_option(two.hostname)
    # The first option, for the version before the newest.
    expect(page.get_by_role("combobox", name="One version")).to_have_value("")
    assert "one=" not in page.url


def test_every_published_version_can_be_compared(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    site = make_site(panel)
    # The service gives a hundred at a time, and none of them has counts.
    publish_again(live, site, 100)
    opened(page, live, panel, f"/statistics?by=version&domainId={site.id}")
    choice = page.get_by_role("combobox", name="One version")
    # One of them is the default.
    expect(choice.get_by_role("option")).to_have_count(102)
    choice.select_option("Version 1")
    table = page.get_by_role("region", name="Two versions compared")
    expect(table.get_by_role("columnheader")).to_have_text(["What", "Version 1", "Version 101"])
