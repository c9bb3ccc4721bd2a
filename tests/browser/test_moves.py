"""A visitor's decision on the way from law to law, from tab to tab, and through new versions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from consent_app.banners.schemas import public_banner_rule
from consent_app.jurisdictions.places import Place
from consent_app.jurisdictions.visitor_rules import Override, VisitorRules
from tests.support.lone_script import (
    CATEGORIES,
    DOMAIN,
    SHOP,
    VERSION,
    Answers,
    Earlier,
    granted_on,
    settle,
    shown_on,
    small_context,
)

# Whose owner declared the United Kingdom's exemptions, and offers the limit of California.
RULES = VisitorRules(
    "EU",
    "strictest",
    True,
    12,
    {"uk": Override("uk", 2, "opt_in", ("analytics", "preferences"), "Own statistics.")},
)
PLACES = {
    "eu": Place("DE"),
    "uk": Place("GB"),
    "texas": Place("US", "TX"),
    "california": Place("US", "CA"),
}
UPDATES = "dataLayer.filter((entry) => entry[1] === 'update').map((entry) => entry[2])"


class Visitor:
    """A visitor of the shop, from changing places."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.answers = Answers({})
        context.route("**/*", lambda route: self.answers.fulfil(route))

    def decided(self, decision: Earlier, **fields: str) -> None:
        cookie = decision.cookie
        for name, value in fields.items():
            cookie["value"] += f"&{name}={value}"
        self.context.add_cookies([cookie])

    def visit(self, place: str, *, signal: str = "none", **head: Any) -> Page:
        rule, _ = RULES.rule_for(PLACES[place], date(2026, 11, 26))
        self.answers.by_rule = public_banner_rule(RULES, rule, "en")
        self.answers.signal, self.answers.head = signal, head
        page = self.context.new_page()
        page.goto(SHOP)
        settle(page)
        return page

    def choose(self, page: Page, choice: str) -> None:
        before = len(self.answers.recorded)
        page.evaluate(f"consent.set({choice})")
        settle(page)
        assert len(self.answers.recorded) == before + 1

    @property
    def cookie(self) -> dict[str, str]:
        (cookie,) = self.context.cookies()
        return dict(parse_qsl(cookie["value"], keep_blank_values=True))

    @property
    def sources(self) -> list[tuple[str, str]]:
        return [(decision["source"], decision["action"]) for decision in self.answers.recorded]


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Visitor]:
    context = small_context(chromium)
    yield Visitor(context)
    context.close()


def show_again(page: Page) -> None:
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")


def allowed(page: Page) -> list[list[str]]:
    """The Consent Mode's storages that each update of the page granted."""
    updates: list[dict[str, str]] = page.evaluate(UPDATES)
    return [[name for name, value in update.items() if value == "granted"] for update in updates]


def test_a_decision_in_another_tab_under_another_law_withdraws_here_too(visitor: Visitor) -> None:
    visitor.decided(Earlier())
    tab = visitor.visit("eu")
    assert granted_on(tab) == CATEGORIES
    # Left on, not consented to: of what it had granted, this tab keeps nothing.
    other = visitor.visit("texas")
    other.evaluate("document.cookie = 'consent_choice=; Path=/; Max-Age=0'")
    visitor.context.add_cookies([Earlier(("analytics",), ("analytics",)).cookie])
    moved = visitor.visit("texas")
    visitor.choose(moved, "{preferences: false}")
    assert visitor.cookie["o"] == "analytics"
    show_again(tab)
    assert granted_on(tab) == ()
    assert tab.evaluate("consent.get().decided") is False


def test_a_withdrawal_elsewhere_while_the_rule_is_awaited_is_announced(visitor: Visitor) -> None:
    visitor.decided(Earlier())
    visitor.visit("eu")
    tab = visitor.context.new_page()
    waiting: list[Any] = []
    tab.route("**/rule", lambda route: waiting.append(route))
    tab.goto(SHOP)
    tab.evaluate("void consent.onChange((state) => (window.changed = state.marketing))")
    assert granted_on(tab) == CATEGORIES
    visitor.choose(visitor.visit("eu"), "'reject_all'")
    visitor.answers.fulfil(waiting[0])
    settle(tab)
    assert tab.evaluate("window.changed") is False
    assert granted_on(tab) == ()


@pytest.mark.parametrize("signal", ["header", "navigator"])
def test_nothing_exempt_is_granted_before_the_signal_refuses_it(
    visitor: Visitor, signal: str
) -> None:
    requests: list[str] = []
    visitor.context.on("request", lambda request: requests.append(request.url))
    visitor.answers.body = '<iframe data-consent=analytics data-src="http://film.example.com/">'
    visitor.decided(Earlier(version=VERSION - 1))
    # The decision of the signal replaces the one that a material change has ended.
    visitor.visit("uk", signal=signal).close()
    page = visitor.visit("uk", signal=signal)
    assert (granted_on(page), visitor.sources) == ((), [("gpc", "reject_all")])
    assert allowed(page) == [[]]
    if signal == "navigator":
        assert "http://film.example.com/" not in requests


def test_the_cookie_says_what_is_in_force_in_the_place(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics", "marketing"), ("analytics",)))
    for place, granted in (("texas", "analytics.marketing"), ("eu", "marketing"), ("uk", "")) * 2:
        version = {"version": 3, "materialSince": 3} if place == "uk" else {}
        page = visitor.visit(place, **version)
        expected = granted or "analytics"
        assert ".".join(granted_on(page)) == visitor.cookie["c"] == expected, place
        assert "analytics" in visitor.cookie["o"]
        if place == "uk":
            # A material change leaves nothing of a consent, but what the law exempts.
            assert visitor.cookie["o"] == "analytics.marketing"
            visitor.context.clear_cookies()
            visitor.decided(Earlier(("analytics", "marketing"), ("analytics",)))


def test_a_material_change_ends_no_refusal(visitor: Visitor) -> None:
    visitor.decided(Earlier((), version=VERSION - 1))
    page = visitor.visit("uk")
    assert (shown_on(page), granted_on(page)) == ("question", ())
    page = visitor.visit("texas")
    assert (shown_on(page), granted_on(page)) == ("nothing", ())
    assert page.evaluate("consent.get().decided") is True
    assert visitor.sources == []


def test_what_was_chosen_despite_the_signal_waits_for_no_banner(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics",), under_signal=True))
    page = visitor.visit("eu", signal="navigator")
    page.route("**/banner?*", lambda route: route.abort())
    page.reload()
    assert granted_on(page) == ("analytics",)
    assert visitor.sources == []


def test_after_a_material_change_nothing_runs_on_the_second_page(visitor: Visitor) -> None:
    visitor.decided(Earlier(version=VERSION - 1))
    first = visitor.visit("eu")
    assert (shown_on(first), granted_on(first)) == ("question", ())
    second = visitor.visit("eu")
    assert (shown_on(second), allowed(second)) == ("question", [])
    visitor.choose(second, "{analytics: true}")
    assert granted_on(visitor.visit("eu")) == ("analytics",)


def test_what_a_signal_leaves_on_is_no_consent(visitor: Visitor) -> None:
    page = visitor.visit("uk", signal="navigator", gpc="marketing")
    assert granted_on(page) == ("analytics", "preferences")
    page = visitor.visit("uk", signal="navigator", gpc="marketing")
    assert visitor.sources == [("gpc", "custom")]
    page = visitor.visit("eu", signal="navigator", gpc="marketing")
    assert granted_on(page) == ()
    assert allowed(page) == [[]]


def test_what_an_earlier_release_recorded_for_a_signal_is_no_consent_either(
    visitor: Visitor,
) -> None:
    cookie = Earlier(("analytics",), under_signal=True).cookie
    cookie["value"] = cookie["value"].replace("s=banner", "s=gpc").removesuffix("&o=")
    visitor.context.add_cookies([cookie])
    assert granted_on(visitor.visit("eu")) == ()
    assert granted_on(visitor.visit("texas")) == ("analytics",)


def test_consent_survives_a_signal_elsewhere(visitor: Visitor) -> None:
    visitor.choose(visitor.visit("eu"), "{analytics: true, marketing: true}")
    page = visitor.visit("texas", signal="navigator", gpc="marketing")
    assert granted_on(page) == ("analytics",)
    page = visitor.visit("eu", signal="navigator", gpc="marketing")
    assert (shown_on(page), granted_on(page)) == ("nothing", ("analytics",))
    assert visitor.sources == [("banner", "custom"), ("gpc", "custom")]


def test_who_accepts_all_of_a_question_consents_to_what_is_exempt(visitor: Visitor) -> None:
    visitor.choose(visitor.visit("uk"), "'accept_all'")
    page = visitor.visit("eu")
    assert (shown_on(page), granted_on(page)) == ("nothing", CATEGORIES)
    # But a person who only left it on has not.
    visitor.choose(visitor.visit("uk"), "'reject_all'")
    visitor.choose(visitor.visit("uk"), "{analytics: true, marketing: true}")
    page = visitor.visit("eu")
    assert (shown_on(page), granted_on(page)) == ("question", ("marketing",))


def test_the_limit_on_sensitive_data_survives_a_decision_elsewhere(visitor: Visitor) -> None:
    visitor.decided(Earlier(CATEGORIES, CATEGORIES), l="1")
    visitor.choose(visitor.visit("eu"), "'accept_all'")
    assert visitor.visit("california").evaluate("consent.get().limitSensitive") is True


def test_a_visit_never_shortens_an_objection(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics",), ("analytics",)))
    before = visitor.cookie["e"]
    visitor.visit("texas", renewAfterMonths=6, renewAfterRefusalMonths=6)
    assert visitor.cookie["e"] == before


def test_a_signal_that_is_no_longer_sent_extends_nothing(visitor: Visitor) -> None:
    visitor.visit("texas", signal="navigator")
    before = visitor.cookie["e"]
    visitor.visit("texas")
    assert visitor.cookie["e"] == before
    visitor.visit("texas", signal="navigator")
    assert visitor.cookie["e"] > before


def test_matomo_forgets_nothing_before_the_rule_is_known(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics",), ("analytics",)))
    visitor.answers.body = "<script>window._paq = []</script>"
    tab = visitor.context.new_page()
    waiting: list[Any] = []
    tab.route("**/rule", lambda route: waiting.append(route))
    visitor.visit("texas").close()
    tab.goto(SHOP)
    tab.wait_for_load_state()
    tab.wait_for_timeout(100)
    assert tab.evaluate("_paq") == []
    visitor.answers.fulfil(waiting[0])
    settle(tab)
    tab.wait_for_function("_paq.length")
    assert tab.evaluate("_paq") == [["setCookieConsentGiven"], ["setConsentGiven"]]


def test_an_empty_second_file_stops_nothing(visitor: Visitor) -> None:
    visitor.context.route("**/choices.js*", lambda route: route.fulfill(body=""))
    page = visitor.visit("texas")
    assert (shown_on(page), granted_on(page)) == ("nothing", CATEGORIES)


def test_only_a_refusal_removes_what_was_stored(visitor: Visitor) -> None:
    for name in ("_ga", "_gid"):
        visitor.context.add_cookies([{"url": SHOP, "name": name, "value": "1"}])
    page = visitor.visit("eu")
    page.wait_for_timeout(200)
    assert page.evaluate("document.cookie") == "_ga=1; _gid=1"
    visitor.choose(page, "{analytics: false}")
    page.wait_for_function("!document.cookie.includes('_g')")


def without_marketing() -> list[dict[str, str]]:
    names = ("analytics", "preferences")
    return [{"id": name, "title": name, "description": name} for name in names]


def test_on_a_held_domain_what_is_left_in_force_can_be_withdrawn(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics", "marketing"), ("marketing",)))
    page = visitor.visit("eu", held=True)
    assert granted_on(page) == ("analytics",)
    page.get_by_role("button", name="Privacy choices").click()
    page.get_by_role("button", name="Reject all").click()
    assert granted_on(page) == ()
    settle(page)
    assert visitor.sources == [("banner", "reject_all")]


def test_a_material_change_ends_a_consent_on_a_held_domain_too(visitor: Visitor) -> None:
    visitor.decided(Earlier(version=VERSION - 1))
    page = visitor.visit("eu", held=True)
    assert (shown_on(page), granted_on(page), visitor.sources) == ("nothing", (), [])
    # Asked once it is no longer held.
    assert shown_on(visitor.visit("eu")) == "question"


def test_a_held_domain_grants_nothing_new(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics",)))
    page = visitor.visit("eu", held=True)
    visitor.choose(page, "'accept_all'")
    assert granted_on(page) == ("analytics",)
    assert visitor.sources == [("banner", "custom")]


@pytest.mark.parametrize("signal", ["header", "navigator"])
def test_a_signal_on_a_held_domain_refuses_what_is_left_in_force(
    visitor: Visitor, signal: str
) -> None:
    visitor.decided(Earlier(("analytics", "marketing"), ("marketing",)))
    page = visitor.visit("eu", held=True, signal=signal)
    assert (granted_on(page), visitor.sources) == ((), [("gpc", "reject_all")])


def test_a_material_change_ends_the_consent_that_a_signal_has_left_in_force(
    visitor: Visitor,
) -> None:
    visitor.choose(visitor.visit("eu"), "{analytics: true, marketing: true}")
    signalled = {"signal": "navigator", "gpc": "marketing"}
    assert granted_on(visitor.visit("eu", **signalled)) == ("analytics",)
    page = visitor.visit("eu", version=3, materialSince=3)
    assert (shown_on(page), granted_on(page)) == ("question", ())
    # A refusal by a signal refers to no wording.
    visitor.choose(visitor.visit("eu"), "'accept_all'")
    visitor.visit("eu", signal="navigator")
    before = len(visitor.sources)
    page = visitor.visit("eu", signal="navigator", version=3, materialSince=3)
    assert (shown_on(page), granted_on(page), len(visitor.sources)) == ("nothing", (), before)


def test_visits_extend_an_objection_but_not_the_consent_beside_it(visitor: Visitor) -> None:
    visitor.choose(visitor.visit("eu"), "{analytics: true, marketing: true}")
    consent_ends = int(visitor.cookie["e"])
    # As if the year were nearly over.
    (cookie,) = visitor.context.cookies()
    soon = consent_ends - 360 * 86_400_000
    moved = {**cookie, "value": cookie["value"].replace(str(consent_ends), str(soon))}
    visitor.context.add_cookies([moved])
    visitor.choose(visitor.visit("texas"), "{marketing: false}")
    assert (visitor.cookie["c"], visitor.cookie["u"]) == ("analytics", str(soon))
    visitor.visit("texas")
    assert int(visitor.cookie["e"]) > soon + 300 * 86_400_000
    assert visitor.cookie["u"] == str(soon)
    assert granted_on(visitor.visit("eu")) == ("analytics",)


def test_consent_that_has_ended_is_no_consent_while_the_objection_lasts(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics",)), u="1000")
    page = visitor.visit("eu")
    assert (shown_on(page), granted_on(page)) == ("question", ())
    page = visitor.visit("texas")
    assert (shown_on(page), granted_on(page)) == ("nothing", ("analytics",))


def test_a_signal_extends_no_consent(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics", "marketing")))
    before = visitor.cookie["e"]
    visitor.visit("eu", signal="navigator", gpc="marketing")
    assert (visitor.cookie["c"], visitor.cookie["u"]) == ("analytics", before)


def test_a_receipt_that_comes_before_the_rule_is_known_is_stored(visitor: Visitor) -> None:
    page = visitor.visit("texas")
    page.route("**/consents", lambda route: route.abort())
    page.evaluate("consent.set({marketing: false})")
    page.wait_for_function("document.cookie.includes('consent_choice')")
    page.close()
    assert visitor.cookie["r"] == ""
    tab = visitor.context.new_page()
    waiting: list[Any] = []
    tab.route("**/rule", lambda route: waiting.append(route))
    tab.goto(SHOP)
    tab.wait_for_function(f"!JSON.parse(localStorage['consent:{DOMAIN}']).queue.length")
    visitor.answers.fulfil(waiting[0])
    settle(tab)
    assert visitor.cookie["r"] == DOMAIN == tab.evaluate("consent.get().receiptId")


def test_a_late_receipt_does_not_undo_a_refusal_in_another_tab(visitor: Visitor) -> None:
    tab = visitor.visit("eu")
    waiting: list[Any] = []
    tab.route("**/consents", lambda route: waiting.append(route))
    tab.evaluate("consent.set('accept_all')")
    tab.wait_for_function("document.cookie.includes('analytics')")
    other = visitor.visit("eu")
    other.evaluate("consent.set('reject_all')")
    other.wait_for_function("document.cookie.includes('c=&')")
    # The other tab has sent both decisions, and this one knows.
    settle(tab)
    waiting[0].fulfill(status=201, json={"id": DOMAIN, "proofToken": "1.late"})
    tab.wait_for_function(f"localStorage['consent:{DOMAIN}'].includes('1.late')")
    assert visitor.cookie["c"] == ""


def test_decisions_that_wait_for_the_service_are_linked(visitor: Visitor) -> None:
    page = visitor.visit("eu")
    page.route("**/consents", lambda route: route.abort())
    for choice in ("'accept_all'", "'reject_all'"):
        page.evaluate(f"consent.set({choice})")
    page.wait_for_function(f"JSON.parse(localStorage['consent:{DOMAIN}']).queue.length === 2")
    page.close()
    visitor.visit("eu")
    accepted, refused = visitor.answers.recorded
    assert (accepted["action"], refused["action"]) == ("accept_all", "reject_all")
    assert "formerReceiptId" not in accepted
    assert refused["formerReceiptId"] == DOMAIN


def test_only_who_accepts_all_consents_to_what_was_on_already(visitor: Visitor) -> None:
    page = visitor.visit("uk")
    page.get_by_role("button", name="Manage preferences").click()
    page.get_by_role("switch", name="Marketing").click()
    page.get_by_role("button", name="Save my choice").click()
    settle(page)
    assert visitor.sources == [("banner", "accept_all")]
    page = visitor.visit("eu")
    assert (shown_on(page), granted_on(page)) == ("question", ("marketing",))
    page = visitor.visit("uk")
    page.get_by_role("button", name="Privacy choices").click()
    page.get_by_role("button", name="Accept all").click()
    settle(page)
    assert granted_on(visitor.visit("eu")) == CATEGORIES


def test_the_limit_is_reported_where_the_rest_does_not_count(visitor: Visitor) -> None:
    visitor.decided(Earlier(CATEGORIES, CATEGORIES), l="1")
    state = visitor.visit("eu").evaluate("consent.get()")
    assert (state["decided"], state["limitSensitive"]) == (False, True)


def test_what_is_no_longer_offered_is_denied_and_asked_about_if_it_returns(
    visitor: Visitor,
) -> None:
    visitor.decided(Earlier())
    script = "consent.onChange((state) => (window.told = state.marketing))"
    visitor.answers.body = f"<script>{script}</script>"
    page = visitor.visit("eu", categories=without_marketing())
    assert page.evaluate("window.told") is False
    for place in ("eu", "texas"):
        page = visitor.visit(place, categories=without_marketing())
        assert (shown_on(page), granted_on(page)) == ("nothing", ("analytics", "preferences"))
        assert visitor.cookie["c"] == "analytics.preferences"
    page = visitor.visit("eu")
    assert (shown_on(page), granted_on(page)) == ("question", ("analytics", "preferences"))
    assert granted_on(visitor.visit("texas")) == CATEGORIES


def test_a_page_with_an_older_version_leaves_a_newer_decision_as_it_is(visitor: Visitor) -> None:
    """Whether the tab has been open since before the publication, or the version is cached."""
    visitor.decided(Earlier(("analytics",)))
    tab = visitor.visit("eu", categories=without_marketing())
    visitor.choose(visitor.visit("eu", version=VERSION + 1), "'accept_all'")
    before = visitor.cookie
    assert before["c"] == "analytics.marketing.preferences"
    show_again(tab)
    assert granted_on(tab) == CATEGORIES
    assert tab.evaluate("consent.get().decided") is True
    assert visitor.cookie == before
    tab = visitor.visit("eu", categories=without_marketing())
    assert (shown_on(tab), granted_on(tab), visitor.cookie) == ("nothing", CATEGORIES, before)
    page = visitor.visit("eu", version=VERSION + 1)
    assert (shown_on(page), granted_on(page), visitor.cookie) == ("nothing", CATEGORIES, before)


def test_a_page_with_an_older_version_extends_no_newer_objection(visitor: Visitor) -> None:
    visitor.decided(Earlier(("analytics", "marketing"), ("marketing",), version=VERSION + 1))
    before = visitor.cookie
    page = visitor.visit("texas", categories=without_marketing())
    # What was only left on is not known to be lawful, because this version does not offer it.
    assert granted_on(page) == ("analytics",)
    assert visitor.cookie == before
    page = visitor.visit("texas", version=VERSION + 1)
    assert granted_on(page) == ("analytics", "marketing")


def test_another_window_applies_a_refusal(visitor: Visitor) -> None:
    """At once, as a frame of the same page does, or when it gets the focus."""
    visitor.decided(Earlier())
    window, other = visitor.visit("eu"), visitor.visit("eu")
    visitor.choose(other, "'reject_all'")
    window.wait_for_function("!consent.get().marketing")
    assert granted_on(window) == ()
    visitor.choose(other, "'accept_all'")
    window.wait_for_function("consent.get().marketing")
    # Where local storage is blocked, nothing says so.
    window.add_init_script("addEventListener('storage', (e) => e.stopImmediatePropagation())")
    window.reload()
    visitor.choose(other, "'reject_all'")
    window.evaluate("dispatchEvent(new Event('focus'))")
    assert granted_on(window) == ()


def test_another_window_gets_a_receipt_that_comes_later(visitor: Visitor) -> None:
    window, other = visitor.visit("eu"), visitor.visit("eu")
    waiting: list[Any] = []
    other.route("**/consents", lambda route: waiting.append(route))
    other.evaluate("consent.set('accept_all')")
    window.wait_for_function("consent.get().decided")
    assert window.evaluate("consent.get().receiptId") is None
    visitor.answers.fulfil(waiting[0])
    window.wait_for_function("consent.get().receiptId")


def test_a_withdrawal_reaches_other_tabs_after_the_clock_was_set_back(visitor: Visitor) -> None:
    day = 86_400_000
    ahead = visitor.visit("eu").evaluate("Date.now()") + 500 * day
    cookie = Earlier().cookie
    cookie["value"] = f"t={ahead}&e={ahead + 365 * day}&" + cookie["value"]
    visitor.context.add_cookies([cookie])
    tab, other = visitor.visit("eu"), visitor.visit("eu")
    assert granted_on(tab) == CATEGORIES
    before = other.evaluate("Date.now()")
    other.route("**/consents", lambda route: route.abort())
    other.evaluate("consent.set('reject_all')")
    other.wait_for_function("document.cookie.includes('c=&')")
    after = other.evaluate("Date.now()")
    show_again(tab)
    assert granted_on(tab) == ()
    assert int(visitor.cookie["t"]) == ahead + 1
    # It counts for as long as any other.
    assert int(visitor.cookie["e"]) < after + 367 * day
    other.wait_for_timeout(1100)
    other.close()
    tab.close()
    # What is reported late has the time of the clock, and its receipt is stored.
    visitor.visit("eu")
    (refused,) = visitor.answers.recorded
    decided = datetime.fromisoformat(refused["decidedAt"]).timestamp() * 1000
    assert before - 1 <= decided <= after + 1
    assert visitor.cookie["r"] == DOMAIN


def test_a_cookie_with_an_impossible_time_is_no_decision(visitor: Visitor) -> None:
    cookie = Earlier().cookie
    cookie["value"] = "v=1&t=1e18&" + cookie["value"].removeprefix("v=1&")
    visitor.context.add_cookies([cookie])
    page = visitor.visit("eu")
    assert (shown_on(page), granted_on(page)) == ("question", ())


@pytest.mark.parametrize(
    ("fields", "granted"),
    [
        ("c=marketing.evil.constructor&o=evil.analytics.analytics", ("marketing",)),
        ("c=analytics&o=" + "analytics." * 300, ()),
        ("c=analytics&u=soon", ()),
    ],
)
def test_of_a_malformed_cookie_only_consent_counts(
    visitor: Visitor, fields: str, granted: tuple[str, ...]
) -> None:
    cookie = Earlier((), ()).cookie
    cookie["value"] = f"{fields}&" + cookie["value"]
    visitor.context.add_cookies([cookie])
    page = visitor.visit("eu")
    assert (shown_on(page), granted_on(page)) == ("question", granted)
