"""Names of the greatest length without a space: no page or dialog is wider than the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from consent_app.panel.pages import pages
from tests.browser.conftest import without_complaints
from tests.panel.conftest import DESK, PHONE, origin_of
from tests.support import axe
from tests.support.factories import Panel, Site, make_key, make_panel, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.members import inviting
from tests.support.panel_paths import path_for
from tests.support.panel_signing import keep, sign_in
from tests.support.traffic import follow, wait_until_quiet

NAME = ("Donaudampfschifffahrtsgesellschaft" * 3)[:100]
TABLET: ViewportSize = {"width": 768, "height": 1024}
PASSED = {"/handoff", "/sign-in/provider"}
WIDER = """() => [...document.querySelectorAll("dialog[open]"), document.documentElement]
    .filter((element) => element.scrollWidth > element.clientWidth)
    .map((element) => `${element.localName} ${element.scrollWidth}`)"""

LINES = """cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
}"""


def lines_at(page: Page, cell: Locator, *widths: int) -> list[int]:
    """Return the number of lines of a cell's text at each width of the window, in pixels."""
    lines = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 1024})
        lines.append(cell.evaluate(LINES))
    page.set_viewport_size(PHONE)
    return lines


def address() -> str:
    return f"{unique('a' * 48)}@{'department-of-the-navy-' * 2}long.example.com"


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A workspace in which everything has a long name."""
    client = live.harness.client()
    panel = make_panel(client, live.application.now(), email=address(), name=NAME)
    panel.patch("/v1/workspace", {"name": NAME}, status=200)
    group = panel.post("/v1/domain-groups", {"name": NAME}, status=201).json["id"]
    inviting(panel, live.application)
    panel.post("/v1/invitations", {"email": address(), "role": "admin"}, status=201)
    hostname = f"{'a' * 63}.{'b' * 50}{unique()}.example.com"
    site = make_site(panel, hostname, groupId=group, key=make_key(panel, name=NAME))
    path = f"/v1/domains/{site.id}/banner"
    banner = panel.get(path).json["banner"]
    banner |= {"controller": NAME, "policyUrl": f"https://{hostname}/{'p' * 200}"}
    panel.put(path, banner, status=200)
    panel.post("/v1/banner-templates", {"name": NAME, "banner": banner}, status=201)
    site.decide()
    return site


@pytest.fixture(scope="module")
def tab(chromium: Browser, live: LiveServer, site: Site) -> Iterator[Page]:
    """One tab on a phone, in German, signed in to the workspace and to the account."""
    context = chromium.new_context(viewport=PHONE, locale="de-DE")
    follow(context)
    page = context.new_page()
    code = site.panel.post("/v1/auth/account-handoff", status=200).json["code"]
    account = site.panel.app.post_json("/v1/auth/account-handoff/exchange", {"code": code}).json
    page.goto(f"{live.url}/sign-in")
    keep(page, "account", {"accessToken": account["accountToken"], "refreshToken": ""})
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel)
    yield page
    context.close()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """The tab; what its scripts complain of fails the test."""
    with without_complaints(tab) as page:
        yield page


@pytest.fixture
def visit(page: Page, live: LiveServer, site: Site) -> Callable[[str, str], None]:
    """Open a page of the public site or of the workspace, and wait for what it loads."""

    def open_page(kind: str, path: str) -> None:
        origin = live.url if kind == "public" else origin_of(live, slug_of(site.panel))
        page.goto(origin + path)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        expect(page.locator(".skeleton")).to_have_count(0)
        wait_until_quiet(page)

    return open_page


def slug_of(panel: Panel) -> str:
    slug: str = panel.organization["slug"]
    return slug


@pytest.mark.parametrize("kind", ["public", "workspace"])
def test_no_page_scrolls_sideways(
    page: Page, site: Site, visit: Callable[[str, str], None], kind: str
) -> None:
    for item in pages():
        if item.site == kind and item.path not in PASSED:
            path = path_for(site, item.path)
            visit(kind, path)
            assert (path, page.evaluate(WIDER)) == (path, [])
            page.set_viewport_size(DESK)
            assert (path, page.evaluate(WIDER)) == (path, [])
            page.set_viewport_size(PHONE)


@pytest.mark.parametrize("path", ["/receipts", "/members", "/domains/{domain}/banner"])
def test_no_field_makes_a_phone_zoom_in(
    page: Page, site: Site, visit: Callable[[str, str], None], path: str
) -> None:
    visit("workspace", path.format(domain=site.id))
    sizes = """() => [...document.querySelectorAll("main :is(input, select, textarea)")]
        .filter((field) => !["checkbox", "radio", "color"].includes(field.type))
        .map((field) => parseFloat(getComputedStyle(field).fontSize))"""
    assert min(page.evaluate(sizes)) >= 16


@pytest.mark.parametrize(
    ("path", "buttons"),
    [("/members", ["Arbeitsbereich verlassen", "Widerrufen"]), ("/api-keys", ["Widerrufen"])],
)
def test_the_buttons_of_a_table_are_on_a_tablets_screen(
    page: Page, visit: Callable[[str, str], None], path: str, buttons: list[str]
) -> None:
    page.set_viewport_size(TABLET)
    visit("workspace", path)
    for button in buttons:
        last = page.get_by_role("table").get_by_role("button", name=button).first
        table = page.get_by_role("region").filter(has=last)
        assert table.evaluate("region => region.scrollWidth - region.clientWidth") == 0, button
    page.set_viewport_size(PHONE)


def test_no_receipt_is_cut_off_on_a_tablet(page: Page, live: LiveServer) -> None:
    panel = make_panel(live.harness.client(), live.application.now())
    site = make_site(panel, f"{unique('pottery')}.example.com", region="EU")
    site.decide(action="custom", preferences=False)
    site.decide()
    sign_in(page, origin_of(live, slug_of(panel)), panel, "/receipts")
    region = page.get_by_role("region").filter(has=page.get_by_role("table"))
    hidden = {}
    for width in (690, 768, 800, 1024, 1060, 1100):
        page.set_viewport_size({"width": width, "height": 1024})
        expect(region.get_by_role("rowheader")).to_have_count(2)
        hidden[width] = region.evaluate("region => region.scrollWidth - region.clientWidth")
    page.set_viewport_size(PHONE)
    assert not any(hidden.values()), hidden


def test_a_usual_hostname_is_on_one_line_of_the_receipts(page: Page, live: LiveServer) -> None:
    panel = make_panel(live.harness.client(), live.application.now())
    site = make_site(panel, f"{unique('')[:6]}.example.com")
    site.decide(action="custom", preferences=False)
    site.decide()
    sign_in(page, origin_of(live, slug_of(panel)), panel, "/receipts")
    hostname = page.get_by_role("cell", name=site.hostname).first
    assert lines_at(page, hostname, 1100, 1180, 1280, 1366) == [1, 1, 1, 1]


def test_a_long_address_in_the_differences_is_not_cut_off(
    page: Page, site: Site, visit: Callable[[str, str], None]
) -> None:
    page.set_viewport_size({"width": 1100, "height": 1024})
    visit("workspace", f"/domains/{site.id}/banner")
    page.get_by_text("zur veröffentlichten Version").first.click()
    table = page.get_by_role("region", name="Unterschiede", exact=True)
    expect(table.get_by_role("cell").first).to_be_visible()
    assert table.evaluate("region => region.scrollWidth - region.clientWidth") == 0
    page.set_viewport_size(PHONE)


def test_an_address_in_the_audit_log_is_not_broken_into_pieces(
    page: Page, live: LiveServer
) -> None:
    # It fits into the column where that is narrowest, whatever its digits are.
    email = f"{unique('a')[:6]}@mail.example"
    panel = make_panel(live.harness.client(), live.application.now(), email=email)
    make_site(panel, f"{unique('a-rather-long-name-of-a-shop-')}.example.com")
    sign_in(page, origin_of(live, slug_of(panel)), panel, "/audit")
    actor = page.get_by_role("cell", name=email).first
    assert lines_at(page, actor, 1100, 1280) == [1, 1]


@pytest.mark.parametrize(
    ("path", "buttons"),
    [
        ("/domains", ["Domain anlegen", "Umbenennen", "Löschen"]),
        ("/domains/{domain}", ["Diese Regel ändern", "Diese Domain löschen"]),
        ("/domains/{domain}/banner", ["Anwenden"]),
        ("/members", ["Arbeitsbereich verlassen", "Widerrufen"]),
        ("/api-keys", ["Widerrufen"]),
        ("/account", ["Konto löschen"]),
    ],
)
def test_no_dialog_scrolls_sideways_and_all_of_it_can_be_read(
    page: Page, site: Site, visit: Callable[[str, str], None], path: str, buttons: list[str]
) -> None:
    visit("workspace", path.format(domain=site.id))
    for button in buttons:
        page.get_by_role("button", name=button).first.click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        expect(page.locator(".skeleton")).to_have_count(0)
        wait_until_quiet(page)
        cancel = dialog.get_by_role("button", name="Abbrechen")
        expect(cancel).to_be_visible()
        assert page.evaluate(WIDER) == [], button
        assert axe.violations(page, rules=axe.COLOURS) == [], button
        cancel.click()
        expect(dialog).to_be_hidden()
