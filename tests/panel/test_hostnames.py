"""International hostnames, which the pages show in their own letters."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import Look, origin_of
from tests.support.factories import make_site, unique
from tests.support.hostnames import SHOWN
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in

RUN = """async ([source, stored]) => {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    const { shownHostname } = await import(address);
    return stored.map(shownHostname);
}"""


def test_the_panel_has_the_rules_of_the_service(page: Page, project: Path) -> None:
    source = project / "consent_app" / "panel" / "assets" / "lib" / "hostnames.js"
    stored = [name for name, _ in SHOWN]
    shown = page.evaluate(RUN, [source.read_text("utf-8"), stored])
    assert shown == [name for _, name in SHOWN]


def test_a_domain_is_shown_in_its_own_letters(page: Page, live: LiveServer, look: Look) -> None:
    panel, name = new_panel(live), f"b\u00fccher-{unique()}.example"
    site = make_site(panel, name)
    site.decide()
    sign_in(page, origin_of(live, panel.organization["slug"]), panel)
    main = page.get_by_role("main")
    expect(main.get_by_role("row").get_by_role("link", name=name)).to_be_visible()
    expect(main.get_by_role("list").filter(has_text=name).first).to_be_visible()
    expect(page.get_by_text("xn--")).to_have_count(0)
    look(page, "international-overview")
    for place in ("Domains", "Receipts", "Statistics", "Audit log"):
        page.get_by_role("link", name=place, exact=True).click()
        expect(main.get_by_text(name).first).to_be_attached()
        expect(page.get_by_text("xn--")).to_have_count(0)
    page.get_by_role("link", name="Domains", exact=True).click()
    main.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    # What is pasted elsewhere stays as DNS has it.
    expect(main.get_by_text(site.hostname).first).to_be_visible()
    look(page, "international-domain")
