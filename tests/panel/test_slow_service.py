"""With every answer 800 ms late: nothing is sent twice, and nothing jumps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.panel.signing import sign_in
from tests.support.factories import PASSWORD, Site, make_site, unique
from tests.support.live import LiveServer

LATE_MS = 800
MOST_SHIFT = 0.1
"""What Web Vitals calls good."""

Fill = Callable[[Page, Site], Locator]


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A workspace with a domain and some receipts."""
    site = make_site(new_panel(live), region="EU")
    site.decide()
    return site


@pytest.fixture
def changes(page: Page) -> Iterator[list[str]]:
    """Every answer of the API is late; what would change something is noted."""
    made: list[str] = []

    def slowly(route: Route) -> None:
        request = route.request
        if request.method != "GET" and not request.url.endswith("/preview"):
            made.append(f"{request.method} {urlsplit(request.url).path}")
        page.wait_for_timeout(LATE_MS)
        route.continue_()

    page.route("**/v1/**", slowly)
    yield made
    page.unroute_all(behavior="ignoreErrors")


def _settings(page: Page, site: Site) -> Locator:
    page.get_by_role("textbox", name="Name of the workspace").fill("Slow Works")
    return page.get_by_role("button", name="Save")


def _invitation(page: Page, site: Site) -> Locator:
    page.get_by_role("textbox", name="Email address").fill(f"{unique('x')}@example.com")
    return page.get_by_role("button", name="Send the invitation")


def _key(page: Page, site: Site) -> Locator:
    page.get_by_role("textbox", name="Name").fill("Warehouse")
    return page.get_by_role("button", name="Create key")


def _domain(page: Page, site: Site) -> Locator:
    page.get_by_role("button", name="Add a domain").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Address of the site").fill(f"{unique('slow')}.com")
    return dialog.get_by_role("button", name="Add domain")


def _domain_settings(page: Page, site: Site) -> Locator:
    page.get_by_role("combobox", name="Ask visitors again after").select_option("6 months")
    return page.get_by_role("button", name="Save")


def _name(page: Page, site: Site) -> Locator:
    page.get_by_role("textbox", name="Your name").fill("Ada Slow")
    return page.get_by_role("button", name="Save").first


def _password(page: Page, site: Site) -> Locator:
    form = page.get_by_role("form", name="Password")
    form.get_by_label("Current password").fill("not the password")
    form.get_by_label("New password").fill("a very long new password")
    return form.get_by_role("button").last


def _draft(page: Page, site: Site) -> Locator:
    page.get_by_role("textbox", name="Address of your privacy policy").fill("https://example.com/p")
    return page.get_by_role("button", name="Save draft")


def _mail(page: Page, site: Site) -> Locator:
    return page.get_by_role("group", name=re.compile("Works")).get_by_role("checkbox").first


def _check(page: Page, site: Site) -> Locator:
    return page.get_by_role("button", name="Check now")


FORMS: list[tuple[str, Fill, list[str]]] = [
    ("/settings", _settings, ["PATCH /v1/workspace"]),
    ("/members", _invitation, ["POST /v1/invitations"]),
    ("/api-keys", _key, ["POST /v1/api-keys"]),
    ("/domains", _domain, ["POST /v1/domains"]),
    (
        "/domains/{id}",
        _domain_settings,
        ["PATCH /v1/domains/{id}", "PATCH /v1/domains/{id}/settings"],
    ),
    ("/domains/{id}", _check, ["POST /v1/domains/{id}/verify"]),
    ("/domains/{id}/banner", _draft, ["PUT /v1/domains/{id}/banner"]),
    ("/account", _name, ["PATCH /v1/account"]),
    ("/account", _password, ["POST /v1/account/password"]),
    ("/account", _mail, ["PUT /v1/account/mail-preferences"]),
]


@pytest.mark.parametrize(
    ("path", "fill", "expected"), FORMS, ids=lambda value: getattr(value, "__name__", None)
)
def test_a_form_is_sent_once_and_its_button_stays(
    page: Page,
    live: LiveServer,
    site: Site,
    changes: list[str],
    path: str,
    fill: Fill,
    expected: list[str],
) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, path.format(id=site.id))
    expect(page.get_by_text("Loading …")).to_have_count(0)
    button = fill(page, site)
    page.wait_for_load_state("networkidle")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    button.dispatch_event("click")
    button.dispatch_event("click")
    page.wait_for_timeout(LATE_MS / 4)
    during = button.bounding_box()
    button.dispatch_event("click")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(LATE_MS)
    assert changes == [each.format(id=site.id) for each in expected]
    assert during == before


@pytest.mark.parametrize(
    "path", ["/register", "/sign-in", "/forgot"], ids=lambda path: path.removeprefix("/")
)
def test_the_first_forms_are_sent_once(
    page: Page, live: LiveServer, changes: list[str], path: str
) -> None:
    page.goto(f"{live.url}{path}")
    page.get_by_role("textbox", name="Email address").fill(f"{unique('slow')}@example.com")
    if path != "/forgot":
        page.get_by_label("Password", exact=True).fill(PASSWORD)
    button = page.get_by_role("main").get_by_role("button").last
    if path != "/forgot":
        button = page.get_by_role("button", name="Continue")
    before = button.bounding_box()
    button.dispatch_event("click")
    button.dispatch_event("click")
    page.wait_for_timeout(LATE_MS / 4)
    assert button.bounding_box() == before
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(LATE_MS)
    # Whoever has registered is led on to the second factor.
    assert [each for each in changes if not each.endswith("/2fa/setup")] == changes[:1] != []


def test_no_screen_jumps_while_it_loads(
    context: BrowserContext, page: Page, live: LiveServer, site: Site, changes: list[str]
) -> None:
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel, "/settings")
    page.add_init_script(
        """window.__shift = 0;
        new PerformanceObserver((list) => {
          for (const each of list.getEntries()) {
            if (!each.hadRecentInput) window.__shift += each.value;
          }
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    shifts = {}
    for path in (
        *("/", "/start", "/domains", f"/domains/{site.id}", f"/domains/{site.id}/banner"),
        *("/receipts", "/statistics", "/members", "/api-keys", "/audit", "/settings", "/account"),
    ):
        page.goto(origin_of(live, site.panel.organization["slug"]) + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_text("Loading …")).to_have_count(0)
        page.wait_for_load_state("networkidle")
        shifts[path.replace(site.id, ":id")] = round(page.evaluate("window.__shift"), 3)
    assert {path: shift for path, shift in shifts.items() if shift > MOST_SHIFT} == {}
    assert changes == []
