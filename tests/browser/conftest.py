"""A browser, the service, and a customer's site on another origin.

All of them are stopped after the tests of this package, because Playwright keeps an event loop in
the main thread, which would disturb other tests.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from consent_app.application import utc_now
from tests.support.customer import Customer
from tests.support.factories import Panel, make_key, make_panel, make_site, unique
from tests.support.live_server import LiveServer, LiveServers
from tests.support.shop import Shop

# Generous, because two cores shared by several tests are slow at times. Waiting ends as soon as the
# expectation holds.
SECONDS = 60
expect.set_options(timeout=SECONDS * 1000)

NO_CHROMIUM = "Chromium was not found. On Debian: apt-get install chromium"
# The same engine without the desktop browser, if it is installed: a tab in a new profile takes a
# sixth of the CPU time.
PROGRAMS = ("chromium-headless-shell", "chromium")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    # Without a GPU, its process only composes pictures: in the browser's own, that takes a twelfth
    # less of the CPU time of all browser tests.
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Each new profile would start a second process for pages that no test opens.
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "SpareRendererForSitePerProcess",
    # No page lives for long enough: optimizing its code takes a fifth of the CPU time of those that
    # axe checks, and changes no result.
    "--js-flags=--no-opt,--no-maglev",
    # Desktop browsers set this themselves; the headless engine does not.
    "--site-per-process",
    # The customers' hosts resolve to this machine; the browser must not reach any other.
    "--host-resolver-rules=MAP *.com 127.0.0.1, MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND,"
    " EXCLUDE localhost, EXCLUDE 127.0.0.1",
)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; Playwright never downloads a browser."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def live(live_servers: LiveServers) -> LiveServer:
    """The running service, on SQLite: browsers see no difference between the databases."""
    return live_servers.of("sqlite")


@pytest.fixture(scope="package")
def panel(live: LiveServer) -> Panel:
    """A workspace for all sites."""
    return new_panel(live)


def new_panel(live: LiveServer) -> Panel:
    """Make a new workspace. Its client calls an application on the same database."""
    return make_panel(live.harness.client(), utc_now())


@pytest.fixture(scope="package")
def shop() -> Iterator[Shop]:
    """The web server of all sites."""
    shop = Shop()
    yield shop
    shop.close()


_keys: dict[str, str] = {}


def _key_of(panel: Panel) -> str:
    workspace_id = str(panel.organization["id"])
    if workspace_id not in _keys:
        _keys[workspace_id] = make_key(panel)
    return _keys[workspace_id]


@pytest.fixture
def customer(live: LiveServer, panel: Panel, shop: Shop) -> Customer:
    """A site of the test's own, with the default banner published."""
    return new_customer(live, panel, shop)


def new_customer(live: LiveServer, panel: Panel, shop: Shop) -> Customer:
    """Add a site to the panel's workspace, whose sites share a key: at most 100 are allowed."""
    site = make_site(panel, f"{unique('shop')}.com", key=_key_of(panel))
    return Customer(site, live.application, shop, live.url)


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser profile of the test's own."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.set_default_timeout(SECONDS * 1000)
    yield context
    context.close()


@pytest.fixture
def complaints() -> list[str]:
    """The errors and warnings of scripts in the browser's console, without network errors."""
    return []


@pytest.fixture
def page(context: BrowserContext, complaints: list[str]) -> Iterator[Page]:
    """A tab. The test fails if a script logged an error or a warning."""
    yield watched(context.new_page(), complaints)
    assert complaints == []


def watched(page: Page, complaints: list[str]) -> Page:
    """Collect the errors and warnings of a tab's scripts."""

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page


@contextmanager
def without_complaints(tab: Page) -> Iterator[Page]:
    """Fail if the scripts of a tab, which outlives the test, complain inside the block."""
    complaints: list[str] = []
    watched(tab, complaints)
    yield tab
    assert complaints == []


@pytest.fixture(scope="session")
def screenshot(project: Path) -> Callable[[Page, str], None]:
    """Wait until all animations have ended, and save a screenshot of the tab if PICTURES is set."""

    def take(page: Page, name: str) -> None:
        page.evaluate(
            "Promise.all(document.getAnimations().map((animation) => animation.finished))"
        )
        page.wait_for_timeout(300)
        keep_picture(page, project, name)

    return take


def keep_picture(page: Page, project: Path, name: str, *, full_page: bool = False) -> None:
    """Save a screenshot of the tab under ``var/screenshots/`` if PICTURES is set.

    By default none is taken: no test checks them, and painting a page takes as long as a short
    test.
    """
    if os.environ.get("PICTURES", "") not in ("", "0"):
        folder = project / "var" / "screenshots"
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", full_page=full_page)
