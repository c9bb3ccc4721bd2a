"""What a page weighs in Chromium, gzipped: the page, its modules and its sheets.

What it reads of the API is not counted (the editor's three banners, in every language, are 48 kB),
nor is the editor's frame: the script in it is the one that visitors load.
"""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

from consent_app.panel.pages import pages
from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.panel.test_modules import MAX_BYTES
from tests.support.factories import Site, make_site
from tests.support.live_server import LiveServer
from tests.support.panel_paths import path_for
from tests.support.panel_signing import keep, sign_in
from tests.support.traffic import wait_until_quiet

# They redirect and show nothing themselves.
PASSED = {"/handoff", "/sign-in/provider", "/sign-in"}
DEVELOPMENTS_OWN = ("public", "/")


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A workspace with a domain and receipts."""
    site = make_site(new_panel(live), region="EU")
    for _ in range(60):
        site.decide()
    return site


def keep_account(page: Page, site: Site) -> None:
    """Sign in to the account, at the page's origin."""
    panel = site.panel
    code = panel.post("/v1/auth/account-handoff", status=200).json["code"]
    answer = panel.app.post_json("/v1/auth/account-handoff/exchange", {"code": code}).json
    keep(page, "account", {"accessToken": answer["accountToken"], "refreshToken": ""})


@pytest.mark.parametrize("kind", ["public", "workspace"])
def test_no_page_transfers_more_than_promised(
    context: BrowserContext, page: Page, live: LiveServer, site: Site, kind: str
) -> None:
    origin = live.url if kind == "public" else origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, "/sign-in")
    if kind == "public":
        keep_account(page, site)
    answers: list[Response] = []
    requests: list[str] = []
    page.on("response", lambda answer: answers.append(answer))
    page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    link = context.new_cdp_session(page)
    link.send("Network.enable")
    for item in pages():
        if item.site != kind or item.path in PASSED or (kind, item.path) == DEVELOPMENTS_OWN:
            continue
        page.goto("about:blank")
        link.send("Network.clearBrowserCache")
        answers.clear()
        requests.clear()
        path = path_for(site, item.path)
        page.goto(origin + path)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        expect(page.get_by_text("Loading …")).to_have_count(0)
        wait_until_quiet(page)
        sizes = {
            result.url: len(gzip.compress(result.body()))
            for result in answers
            if result.status == 200 and result.frame == page.main_frame and "/v1/" not in result.url
        }
        # What is asked for early is what the page asks for, and so nothing is asked for twice.
        for read in item.reads_at(path):
            method = "POST" if read.endswith("#token") else "GET"
            whole = f"{method} {origin}{read.removesuffix('#token')}".replace("{domain}", site.id)
            parts = re.split(r"\{-?\d+\}", whole)
            address = re.compile("[^&]+".join(map(re.escape, parts)))
            assert len([one for one in requests if address.fullmatch(one)]) == 1, (path, read)
        message = sorted(((size, url) for url, size in sizes.items()), reverse=True)[:8]
        # Without entries the browser would have reported nothing.
        assert 30_000 < sum(sizes.values()) <= MAX_BYTES, (path, message)
