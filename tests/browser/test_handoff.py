"""Handing a sign-in from the public site to a workspace: two origins, no shared cookie.

In production the panel and the public site belong to the operator. Here the service's start page
stands in for both: it is opened at their origins and calls the service as they would.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page

from tests.browser.conftest import new_panel
from tests.support.live_server import LiveServer

CALL = """async ([url, body, token]) => {
  const headers = {"Content-Type": "application/json"};
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(url, {method: "POST", headers, body: JSON.stringify(body)});
  return {status: answer.status, body: await answer.json()};
}"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A page on which scripts may call other origins, as the owners' own pages would let theirs."""
    context = chromium.new_context(bypass_csp=True)
    yield context.new_page()
    context.close()


def call(page: Page, url: str, body: Any, token: str | None = None) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(CALL, [url, body, token])
    return answer


def test_a_sign_in_redirects_from_the_workspace_to_the_public_site_and_back(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    slug = panel.organization["slug"]
    page.goto(f"http://{slug}.localhost:{live.port}/")
    handoff = call(page, f"{live.url}/v1/auth/account-handoff", {}, panel.access_token)
    assert handoff["status"] == 200
    target = handoff["body"]["url"]
    assert target == f"{live.url}/handoff"
    assert page.evaluate("document.cookie") == ""

    page.goto(f"{live.url}/")
    code = {"code": handoff["body"]["code"]}
    session = call(page, f"{live.url}/v1/auth/account-handoff/exchange", code)
    assert session["body"]["organization"]["slug"] == slug
    assert call(page, f"{live.url}/v1/auth/account-handoff/exchange", code)["status"] == 401

    back = call(page, f"{live.url}/v1/auth/handoff", {"orgSlug": slug}, panel.access_token)
    assert back["body"]["url"] == f"http://{slug}.localhost:{live.port}/handoff"
    page.goto(f"http://{slug}.localhost:{live.port}/")
    code = {"code": back["body"]["code"]}
    session = call(page, f"{live.url}/v1/auth/handoff/exchange", code)
    assert session["status"] == 200
    assert session["body"]["organization"]["slug"] == slug


def test_a_foreign_page_receives_nothing(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    page.goto(f"http://127.0.0.1:{live.port}/mailbox/")
    with pytest.raises(Error, match="Failed to fetch"):
        call(page, f"{live.url}/v1/auth/account-handoff", {}, panel.access_token)
