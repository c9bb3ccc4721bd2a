"""The banner script on a page, with answers made here without a server."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Route

from consent_app.banner_script import choices, script
from consent_app.banners.content import default_content
from consent_app.banners.schemas import wordings_of

CATEGORIES = ("analytics", "marketing", "preferences")
DOMAIN = "0197f0a0-0000-7000-8000-000000000004"
SHOP = "http://shop.example.com/"
VERSION = 2
"""The banner's version, which replaced the one before it as a material change."""
HEAD = {
    "domainId": DOMAIN,
    "hostname": "shop.example.com",
    "gpc": "all",
    "version": VERSION,
    "materialSince": VERSION,
    "held": False,
    "countImpressions": False,
}
WAIT_SECONDS = 60
SET_SIGNAL = "Object.defineProperty(navigator, 'globalPrivacyControl', {value: true});"


class Earlier(NamedTuple):
    """An earlier decision: what it granted, what of that was left on and not consented to, whether
    the signal was there, whether it has run out, and the banner's version."""

    granted: tuple[str, ...] = CATEGORIES
    left_on: tuple[str, ...] = ()
    under_signal: bool = False
    run_out: bool = False
    version: int = VERSION

    @property
    def cookie(self) -> Any:
        """The cookie, for Playwright."""
        now, run_out = datetime.now(UTC), self.run_out
        at = int((now - timedelta(days=400 if run_out else 30)).timestamp() * 1000)
        ends = int((now + timedelta(days=-35 if run_out else 335)).timestamp() * 1000)
        value = (
            f"v=1&d={DOMAIN}&c={'.'.join(self.granted)}&t={at}&e={ends}&b={self.version}"
            f"&s=banner&g={int(self.under_signal)}&r=&h=&o={'.'.join(self.left_on)}"
        )
        return {"url": SHOP, "name": "consent_choice", "value": value}


@dataclass
class Answers:
    """What the service and the shop answer: the banner's part that depends on the rule, which
    signal the browser sends (``none``, ``header``, ``navigator``), what a page contains and runs
    ``first``, and the decisions recorded."""

    by_rule: dict[str, Any]
    signal: str = "none"
    head: dict[str, Any] = field(default_factory=dict)
    body: str = ""
    first: str = ""
    recorded: list[dict[str, Any]] = field(default_factory=list)

    def fulfil(self, route: Route) -> None:
        """Answer a request that the browser passes on."""
        path = urlsplit(route.request.url).path
        status, content_type, body = self.of(path, route.request.post_data or "{}")
        route.fulfill(status=status, content_type=content_type, body=body)

    def of(self, path: str, sent: str | bytes = "{}") -> tuple[int, str, bytes]:
        """Return status, media type and body of the answer to ``sent``, JSON, at a path."""
        if path.endswith("banner.js"):
            return 200, "text/javascript", script().body
        if path.endswith("choices.js"):
            return 200, "text/javascript", choices().body
        if path.endswith("/rule"):
            rule = self.by_rule["rule"]
            message = {"id": rule["id"], "version": rule["version"], "basis": "place"}
            return _json(200, message | {"gpc": self.signal == "header"})
        if path.endswith("/banner"):
            return _json(200, HEAD | _wording() | self.by_rule | self.head)
        if path.endswith("/consents"):
            self.recorded.append(json.loads(sent))
            return _json(201, {"id": DOMAIN, "proofToken": "1.a"})
        return 200, "text/html", self._page().encode()

    def _page(self) -> str:
        first = self.first + (SET_SIGNAL if self.signal == "navigator" else "")
        tag = f'<script src="/v1/public/banner.js" data-domain="{DOMAIN}"></script>'
        ready = "consent.ready(() => consent.get().rule && (window.settled = true))"
        polling = f"<script>setInterval(() => window.settled || {ready}, 10)</script>"
        return f"<!doctype html><html lang=en><script>{first}</script>{tag}{polling}{self.body}"


def _json(status: int, message: dict[str, Any]) -> tuple[int, str, bytes]:
    return status, "application/json", json.dumps(message).encode()


@cache
def _wording() -> dict[str, Any]:
    wordings = wordings_of(default_content("Shop"), material=False)
    return next(locale.document for locale in wordings if locale.locale == "en")


def small_context(browser: Browser) -> BrowserContext:
    """Return a profile for pages of which nothing is seen: few pixels, painted once."""
    context = browser.new_context(
        locale="en-GB", reduced_motion="reduce", viewport={"width": 320, "height": 240}
    )
    context.set_default_timeout(WAIT_SECONDS * 1000)
    return context


def settle(page: Page) -> None:
    """Wait until the banner is there, and what was decided has its receipt."""
    queue = f"JSON.parse(localStorage['consent:{DOMAIN}'] ?? '{{}}').queue ?? []"
    page.wait_for_function(f"window.settled && !({queue}).length")


def granted_on(page: Page) -> tuple[str, ...]:
    """Return the categories that are granted on a page."""
    state = page.evaluate("consent.get()")
    return tuple(category for category in CATEGORIES if state[category])


def shown_on(page: Page) -> str:
    """Return what the banner shows: ``nothing`` but the button, the ``question``, or a ``note``."""
    shown: str = page.evaluate(
        """() => {
            const root = document.getElementById("visitor-choices").shadowRoot;
            const layer = root.querySelector("[part=layer]");
            return !layer ? "nothing" : layer.querySelector("[part=reject]") ? "question" : "note";
        }"""
    )
    return shown
