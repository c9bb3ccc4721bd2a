"""A browser, the service, and a customer's site on another origin.

All of them end with this package: Playwright keeps an event loop in the main thread, which would
disturb other tests.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
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
from tests.browser.customer import Customer
from tests.browser.shop import Shop
from tests.support.factories import Panel, make_key, make_panel, make_site, unique
from tests.support.live import LiveServer, LiveServers

# Two cores that several tests share are slow at times; what comes at once is not waited for.
SECONDS = 60
expect.set_options(timeout=SECONDS * 1000)

NO_CHROMIUM = "Chromium was not found. On Debian: apt-get install chromium"
# The same engine without a desktop's browser around it, where that is installed: a tab in a new
# profile takes a sixth of the CPU.
PROGRAMS = ("chromium-headless-shell", "chromium")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable",
    # As desktops do; the engine alone leaves it to who starts it.
    "--site-per-process",
    # The customers' hosts resolve to this machine; the browser must not reach any other.
    "--host-resolver-rules=MAP *.com 127.0.0.1, MAP *.localhost 127.0.0.1, MAP * ~NOTFOUND,"
    " EXCLUDE localhost, EXCLUDE 127.0.0.1",
)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Debian's chromium: Playwright's own download is never asked for."""
    path = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if path is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def live(live_servers: LiveServers) -> LiveServer:
    """The running service, on SQLite: what browsers do to it is the same on both databases."""
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
    """Put a site into the panel's workspace, whose sites share a key: it holds a hundred."""
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
    """What the browser complained of: errors and warnings of scripts. Network errors are not."""
    return []


@pytest.fixture
def page(context: BrowserContext, complaints: list[str]) -> Iterator[Page]:
    """A tab; when the test ends no script may have complained."""
    yield watched(context.new_page(), complaints)
    assert complaints == []


def watched(page: Page, complaints: list[str]) -> Page:
    """Note what a tab's scripts complain of."""

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return page


@pytest.fixture(scope="session")
def screenshot(project: Path) -> Callable[[Page, str], None]:
    """Waits until all animations have ended, and keeps a picture of the tab where pictures are
    wanted."""

    def take(page: Page, name: str) -> None:
        page.evaluate(
            "Promise.all(document.getAnimations().map((animation) => animation.finished))"
        )
        page.wait_for_timeout(300)
        keep_picture(page, project, name)

    return take


def keep_picture(page: Page, project: Path, name: str, *, full_page: bool = False) -> None:
    """Keep a picture of the tab under ``var/screenshots/`` where PICTURES is set.

    Nothing is checked by them, and painting a page takes as long as many a test.
    """
    if os.environ.get("PICTURES", "") not in ("", "0"):
        folder = project / "var" / "screenshots"
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", full_page=full_page)
