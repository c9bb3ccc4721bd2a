"""Waiting until a page has got all that it asks for."""

from __future__ import annotations

import time
from weakref import WeakKeyDictionary

from playwright.sync_api import BrowserContext, Page, Request

from tests.support.waiting import until_on

QUIET_SECONDS = 0.5

_traffic: WeakKeyDictionary[BrowserContext, Traffic] = WeakKeyDictionary()


class Traffic:
    """The requests of a browser profile that are under way, and when the last began or ended."""

    def __init__(self) -> None:
        self._requests: set[Request] = set()
        self._changed_at = time.monotonic()

    def begin(self, request: Request) -> None:
        """Note a request."""
        self._requests.add(request)
        self._changed_at = time.monotonic()

    def end(self, request: Request) -> None:
        """Note that a request was answered, or failed."""
        self._requests.discard(request)
        self._changed_at = time.monotonic()

    def is_quiet(self) -> bool:
        """Return whether nothing is under way, and has not been for QUIET_SECONDS."""
        return not self._requests and time.monotonic() - self._changed_at >= QUIET_SECONDS


def follow(context: BrowserContext) -> None:
    """Note the requests of a new browser profile, so that ``wait_until_quiet`` can be used."""
    _traffic[context] = traffic = Traffic()
    context.on("request", traffic.begin)
    context.on("requestfinished", traffic.end)
    context.on("requestfailed", traffic.end)


def wait_until_quiet(page: Page) -> None:
    """Wait until no request of the page's profile has been under way for half a second.

    Playwright's own ``networkidle`` never comes on a slow machine if the page has a frame.
    """
    until_on(page, _traffic[page.context].is_quiet)
