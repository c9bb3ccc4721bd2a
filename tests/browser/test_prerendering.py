"""A page that the browser prepares before anybody sees it, and may never show (prerendering).

Playwright's connection to Chromium keeps it from running prerendered pages, so the tests pretend.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from playwright.sync_api import Browser, Page, Request

from consent_app.banners.schemas import public_banner_rule
from consent_app.jurisdictions.places import Place
from consent_app.jurisdictions.visitor_rules import VisitorRules
from tests.support.lone_script import (
    CATEGORIES,
    SHOP,
    Answers,
    Earlier,
    granted_on,
    settle,
    shown_on,
    small_context,
)
from tests.support.waiting import until_on

PRERENDER = """
window.prerendering = true;
Object.defineProperty(Document.prototype, "prerendering", { get: () => prerendering });
"""
SHOW = """() => {
    prerendering = false;
    document.dispatchEvent(new Event("prerenderingchange"));
}"""
TRACKER = '<script type="text/plain" data-consent="marketing">window.tracked = true</script>'


class Prerendered:
    """A page that is prerendered, and what it has asked of the service."""

    def __init__(self, page: Page) -> None:
        rules = VisitorRules("EU", "strictest", True, 12, {})
        rule, _ = rules.rule_for(Place("DE"), date(2026, 11, 26))
        self.page = page
        self.answers = Answers(public_banner_rule(rules, rule, "en"), body=TRACKER)
        self.answers.head = {"countImpressions": True}
        self.asked: list[str] = []
        page.on("request", self._note)
        page.route("**/*", lambda route: self.answers.fulfil(route))
        page.add_init_script(PRERENDER)

    def _note(self, request: Request) -> None:
        if "/domains/" in request.url:
            self.asked.append(request.url.partition("?")[0].rpartition("/")[2])

    def prepare(self) -> None:
        self.page.goto(SHOP)
        self.page.wait_for_load_state()
        self.page.wait_for_timeout(300)

    def show(self) -> None:
        self.page.evaluate(SHOW)
        settle(self.page)


@pytest.fixture
def prerendered(chromium: Browser) -> Iterator[Prerendered]:
    context = small_context(chromium)
    yield Prerendered(context.new_page())
    context.close()


def test_the_question_is_asked_and_counted_when_the_page_is_shown(
    prerendered: Prerendered,
) -> None:
    prerendered.prepare()
    assert prerendered.asked == []
    assert prerendered.page.evaluate("[...dataLayer[0]].slice(0, 2)") == ["consent", "default"]
    assert prerendered.page.evaluate("window.tracked") is None
    prerendered.show()
    assert shown_on(prerendered.page) == "question"
    until_on(prerendered.page, lambda: len(prerendered.asked) >= 3)
    prerendered.page.wait_for_timeout(100)
    assert prerendered.asked == ["rule", "banner", "impressions"]


def test_the_signal_is_recorded_when_the_page_is_shown(prerendered: Prerendered) -> None:
    prerendered.answers.signal = "navigator"
    prerendered.prepare()
    assert prerendered.answers.recorded == []
    assert prerendered.page.context.cookies() == []
    prerendered.show()
    assert [decision["source"] for decision in prerendered.answers.recorded] == ["gpc"]


def test_an_earlier_decision_applies_before_the_page_is_shown(prerendered: Prerendered) -> None:
    page = prerendered.page
    page.context.add_cookies([Earlier().cookie])
    prerendered.prepare()
    assert granted_on(page) == CATEGORIES
    assert page.evaluate("window.tracked") is True
    # Another page may have changed it by then.
    refused = Earlier(()).cookie
    now = page.evaluate("Date.now()")
    refused["value"] = f"t={now}&" + refused["value"]
    page.context.add_cookies([refused])
    prerendered.show()
    assert granted_on(page) == ()
    assert prerendered.asked == ["rule", "banner"]
