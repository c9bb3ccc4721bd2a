"""Two tabs of one origin with the TypeScript client, whose session they share.

The service ends a session when an old refresh token comes back, so tabs that renew at the same
instant must renew once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route

from tests.browser.conftest import new_panel, watched
from tests.support import typescript
from tests.support.expired_tokens import run_out
from tests.support.factories import Panel
from tests.support.live_server import LiveServer
from tests.support.npm import MissingPackagesError

ROUNDS, CALLS = 5, 4
IMPORTS = """{"imports": {
  "consent-client": "/modules/consent-client/dist/index.js",
  "openapi-fetch": "/modules/openapi-fetch/dist/index.mjs"
}}"""
SCRIPT = """
import { BrowserStore, Workspace } from "consent-client";
const store = window.store = new BrowserStore();
window.enter = (url) => { window.workspace = new Workspace(url, store); };
window.slug = async () => (await workspace.api.GET("/v1/workspace")).data.slug;
window.tried = (call) => call().catch((error) => error.name);
"""
RUN_OUT = "async (old) => store.save({ ...await store.load(), accessToken: old })"
START = """([at, calls]) => {
  window.outcomes = new Promise((start) => setTimeout(start, at - Date.now())).then(() =>
    Promise.all(Array.from({ length: calls }, () => tried(slug))));
}"""


@pytest.fixture(scope="module")
def modules() -> Path:
    """What a project has installed that uses the client."""
    try:
        return typescript.user_project() / "node_modules"
    except MissingPackagesError as error:
        pytest.skip(str(error))


@pytest.fixture
def panel(live: LiveServer) -> Panel:
    return new_panel(live)


@pytest.fixture
def context(chromium: Browser, live: LiveServer, modules: Path) -> Iterator[BrowserContext]:
    """A profile in which the client's modules are at every origin of the service."""
    context = chromium.new_context(bypass_csp=True)

    def answer(route: Route) -> None:
        name = route.request.url.partition("/modules/")[2]
        route.fulfill(path=modules / name, content_type="text/javascript")

    context.route(f"http://*:{live.port}/modules/**", answer)
    yield context
    context.close()


def tab(context: BrowserContext, live: LiveServer, panel: Panel, complaints: list[str]) -> Page:
    """Open a page at the workspace's origin, which is not the service's, as the panel does."""
    page = watched(context.new_page(), complaints)
    page.goto(f"http://{panel.organization['slug']}.localhost:{live.port}/")
    page.add_script_tag(content=IMPORTS, type="importmap")
    page.add_script_tag(content=SCRIPT, type="module")
    page.wait_for_function("window.tried !== undefined")
    page.evaluate("(url) => enter(url)", live.url)
    return page


def at_once(tabs: list[Page]) -> list[Any]:
    """Call in all tabs at the same instant, several times each; return the outcome of each call."""
    at = time.time() * 1000 + 300
    for page in tabs:
        page.evaluate(START, [at, CALLS])
    return [result for page in tabs for result in page.evaluate("outcomes")]


def test_tabs_that_renew_at_the_same_instant_renew_once(
    context: BrowserContext, live: LiveServer, panel: Panel, complaints: list[str]
) -> None:
    renewals: list[Request] = []
    context.on(
        "request",
        lambda request: (
            renewals.append(request)
            if request.method == "POST" and request.url.endswith("/v1/auth/refresh")
            else None
        ),
    )
    tabs = [tab(context, live, panel, complaints) for _ in range(2)]
    expired = run_out(live.application, panel.access_token)
    tokens = {"accessToken": expired, "refreshToken": panel.refresh_token}
    tabs[0].evaluate("(tokens) => store.save(tokens)", tokens)
    slug = panel.organization["slug"]
    for number in range(1, ROUNDS + 1):
        tabs[1].evaluate(RUN_OUT, expired)
        assert at_once(tabs) == [slug] * (2 * CALLS)
        assert len(renewals) == number
    # The family lives: what was renewed last can be renewed again.
    newest = tabs[1].evaluate("store.load().then((kept) => kept.refreshToken)")
    response = panel.app.post_json("/v1/auth/refresh", {"refreshToken": newest})
    assert response.json["accessToken"]
    assert complaints == []


def test_signing_out_in_one_tab_signs_out_in_all(
    context: BrowserContext, live: LiveServer, panel: Panel, complaints: list[str]
) -> None:
    tabs = [tab(context, live, panel, complaints) for _ in range(2)]
    tokens = {"accessToken": panel.access_token, "refreshToken": panel.refresh_token}
    tabs[0].evaluate("(tokens) => store.save(tokens)", tokens)
    assert tabs[1].evaluate("slug()") == panel.organization["slug"]
    tabs[0].evaluate("workspace.signOut()")
    assert tabs[1].evaluate("tried(slug)") == "Unauthenticated"
    token = {"refreshToken": panel.refresh_token}
    panel.app.post_json("/v1/auth/refresh", token, status=401)
    assert complaints == []
