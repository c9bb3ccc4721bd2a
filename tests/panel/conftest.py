"""The panel in a browser: elements are found by roles and visible names only, as people do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.browser.conftest import SECONDS, chromium, complaints, keep_picture, live, page
from tests.support import axe
from tests.support.factories import Panel
from tests.support.live_server import LiveServer
from tests.support.panel_signing import sign_in
from tests.support.traffic import follow, wait_until_quiet

__all__ = ["chromium", "complaints", "live", "page"]

DESK: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 320, "height": 740}

Look = Callable[[Page, str], None]


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser profile of the test's own."""
    context = chromium.new_context(viewport=DESK, locale="en-GB")
    context.set_default_timeout(SECONDS * 1000)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    follow(context)
    yield context
    context.close()


@pytest.fixture(scope="session")
def look(project: Path) -> Look:
    """Check the page with axe, and save screenshots if requested: in light and dark, and on a
    phone."""

    def take(page: Page, name: str) -> None:
        # The page loads before its modules do.
        expect(page.locator("main h1").first).to_be_attached()
        expect(page.get_by_text("Loading …")).to_have_count(0)
        page.evaluate(
            "Promise.allSettled(document.getAnimations().map((animation) => animation.finished))"
        )
        assert axe.violations(page) == [], name
        keep_picture(page, project, f"panel-{name}", full_page=True)
        page.emulate_media(color_scheme="dark")
        assert axe.violations(page, rules=axe.COLOURS) == [], f"{name} in the dark"
        keep_picture(page, project, f"panel-{name}-dark")
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE)
        wide = page.evaluate("document.documentElement.scrollWidth")
        keep_picture(page, project, f"panel-{name}-phone", full_page=True)
        page.set_viewport_size(DESK)
        assert wide <= PHONE["width"], f"{name} is {wide} wide on a phone"

    return take


def origin_of(live: LiveServer, slug: str) -> str:
    """Return the workspace's own origin."""
    return f"http://{slug}.localhost:{live.port}"


def opened(page: Page, live: LiveServer, panel: Panel, path: str) -> None:
    """Sign in to a workspace at a path, and wait for its screen."""
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, path)
    expect(page.locator("main h1").first).to_be_attached()


def settled(page: Page) -> None:
    """Wait until the page has got all that it first asks for.

    The network alone does not tell: it is idle too while a slow machine starts the page's modules.
    """
    expect(page.locator("main h1").first).to_be_attached()
    expect(page.locator(".skeleton")).to_have_count(0)
    wait_until_quiet(page)
