"""Axe finds nothing while a screen loads, is empty or not reached, or while a form is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from consent_app.panel.pages import pages
from tests.browser.conftest import new_panel
from tests.panel.conftest import DESK, origin_of
from tests.support import axe
from tests.support.factories import Site, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.panel_paths import path_for
from tests.support.panel_signing import sign_in

SHELL = ("/v1/account", "/v1/workspace")
"""What every page asks for: without it none is shown."""
PATHS = [page.path for page in pages() if page.site == "workspace" and page.reads]
OF_NO_DOMAIN = [path for path in PATHS if ":" not in path]


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A workspace with a domain and a receipt."""
    site = make_site(new_panel(live), region="EU")
    site.decide()
    return site


@pytest.fixture(scope="module")
def tab(chromium: Browser, live: LiveServer, site: Site) -> Iterator[Page]:
    """One tab for all tests of this module, signed in."""
    context = chromium.new_context(viewport=DESK, locale="en-GB")
    page = context.new_page()
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel)
    yield page
    context.close()


@contextmanager
def answered(page: Page, answer: Callable[[Route], None]) -> Iterator[None]:
    """Have ``answer`` decide about every change, and every request for what one page alone
    asks for."""

    def decide(route: Route) -> None:
        path = route.request.url.partition("?")[0]
        if route.request.method == "GET" and path.endswith(SHELL):
            route.continue_()
        else:
            answer(route)

    page.route("**/v1/**", decide)
    try:
        yield
    finally:
        # The next tests have the same tab.
        page.goto("about:blank")
        page.unroute_all(behavior="ignoreErrors")


def violations(page: Page, element: Locator, paths: dict[str, str]) -> dict[str, str]:
    """Return what axe finds on each page, by path, once ``wanted`` is visible."""
    problems = {}
    for path, address in paths.items():
        page.goto(address)
        expect(page.locator("main h1").first).to_be_attached()
        expect(element.first).to_be_attached()
        if problem := everything(page):
            problems[path] = str(problem)
    return problems


def everything(page: Page) -> list[object]:
    """Return what axe finds on a page, in every look."""
    return [*axe.violations(page), *axe.violations_in_looks(page).items()]


def addresses(live: LiveServer, site: Site) -> dict[str, str]:
    """Return the address of each page by its path."""
    origin = origin_of(live, site.panel.organization["slug"])
    return {path: origin + path_for(site, path) for path in PATHS}


def test_pages_are_accessible_while_they_load(tab: Page, live: LiveServer, site: Site) -> None:
    routes: list[Route] = []
    with answered(tab, routes.append):
        loading = tab.get_by_role("status").filter(has_text="Loading …")
        assert violations(tab, loading, addresses(live, site)) == {}
    assert len(routes) >= len(PATHS)


def test_pages_are_accessible_while_the_service_is_unreachable(
    tab: Page, live: LiveServer, site: Site
) -> None:
    with answered(tab, lambda route: route.abort("connectionfailed")):
        alert = tab.get_by_role("alert").filter(has_text="could not be reached")
        assert violations(tab, alert, addresses(live, site)) == {}


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_empty_pages_are_accessible(chromium: Browser, live: LiveServer, language: str) -> None:
    panel = new_panel(live)
    context = chromium.new_context(viewport=DESK, locale=language)
    page = context.new_page()
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel)
    problems: dict[str, object] = {}
    for path in OF_NO_DOMAIN:
        page.goto(origin + path)
        expect(page.locator("main h1").first).to_be_attached()
        expect(page.locator(".skeleton")).to_have_count(0)
        if problem := everything(page):
            problems[path] = problem
    assert problems == {}
    context.close()


def _invite(page: Page) -> str:
    page.get_by_role("textbox", name="Email address").fill(f"{unique('x')}@example.com")
    return "Send the invitation"


def _name_key(page: Page) -> str:
    page.get_by_role("textbox", name="Name").fill("Warehouse")
    return "Create key"


def _rename(page: Page) -> str:
    page.get_by_role("textbox", name="Name of the workspace").fill("Slow Works")
    return "Save"


def _add_domain(page: Page) -> str:
    page.get_by_role("button", name="Add a domain").click()
    page.get_by_role("textbox", name="Address of the site").fill(f"{unique('x')}.com")
    return "Add domain"


@pytest.mark.parametrize(
    ("path", "fill"),
    [
        ("/members", _invite),
        ("/api-keys", _name_key),
        ("/settings", _rename),
        ("/domains", _add_domain),
    ],
)
def test_pages_are_accessible_while_a_form_is_sent(
    tab: Page, live: LiveServer, site: Site, path: str, fill: Callable[[Page], str]
) -> None:
    tab.goto(origin_of(live, site.panel.organization["slug"]) + path)
    expect(tab.get_by_text("Loading …")).to_have_count(0)
    name = fill(tab)
    routes: list[Route] = []
    with answered(tab, routes.append):
        button = tab.get_by_role("button", name=name, exact=True)
        button.click()
        tab.once("dialog", lambda dialog: dialog.accept())
        expect(button).to_have_attribute("aria-disabled", "true")
        problem = everything(tab)
    assert not problem, str(problem)
