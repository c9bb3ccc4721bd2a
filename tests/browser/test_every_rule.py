"""The whole table: every place, signal, earlier decision and date, and what the banner then does.

What a visitor is answered is a pure function of place and date; it has few kinds. The script itself
runs each kind with each signal and earlier decision once, from answers made here without a server;
every row of the table is then compared with what the data say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route

from consent_app.banner_script import choices, script
from consent_app.banners.content import default_content
from consent_app.banners.schemas import public_banner_rule, wordings_of
from consent_app.jurisdictions.places import COUNTRIES, REGIONS, Place
from consent_app.jurisdictions.rules import Rule, rule_table
from consent_app.jurisdictions.visitor_rules import Override, VisitorRules

CATEGORIES = ("analytics", "marketing", "preferences")
DOMAIN = "0197f0a0-0000-7000-8000-000000000004"
SHOP = "http://shop.example.com/"
SIGNALS = ("none", "header", "navigator")


class Earlier(NamedTuple):
    """An earlier decision: what it granted, and whether the signal was there, it has run out, and
    the law was opt-out."""

    granted: tuple[str, ...] = CATEGORIES
    under_signal: bool = False
    run_out: bool = False
    opt_out: bool = False


EARLIER: dict[str, Earlier | None] = {
    "none": None,
    "accepted": Earlier(),
    "chosen": Earlier(("analytics",)),
    "refused": Earlier(()),
    "accepted under the signal": Earlier(under_signal=True),
    "run out": Earlier(run_out=True),
    "left on": Earlier(("analytics",), opt_out=True),
    "left on under the signal": Earlier(("analytics",), under_signal=True, opt_out=True),
    "objected": Earlier((), opt_out=True),
}
PLACES: list[Place | None] = [
    None,
    *(Place(code) for code in sorted(COUNTRIES)),
    *(Place(country, region) for country, regions in REGIONS.items() for region in regions),
]
DATES = sorted(
    {
        rule.effective_from + timedelta(days=days)
        for rule in rule_table().rules
        for days in (-1, 0)
        if rule.effective_from.year > 2000
    }
)
PLAIN = VisitorRules("EU", "strictest", False, 12)
# The United Kingdom's exemptions, declared; and an owner who asks Texans too.
DECIDED = VisitorRules(
    "EU",
    "strictest",
    True,
    12,
    {
        "uk": Override("uk", 2, "opt_in", ("analytics", "preferences"), "Own statistics."),
        "us-tx": Override("us-tx", 1, "opt_in", (), None),
    },
)


class Kind(NamedTuple):
    """What the script's doing follows from."""

    model: str
    exempt: tuple[str, ...]
    links: tuple[str, ...]


class Doing(NamedTuple):
    """What the script does: what it shows, what is granted, and what it records."""

    shows: str
    control: str
    granted: tuple[str, ...]
    recorded: tuple[str, ...]


def answer(rules: VisitorRules, rule: Rule) -> tuple[Kind, dict[str, Any]]:
    by_rule = public_banner_rule(rules, rule, "en")
    message = by_rule["rule"]
    return Kind(message["model"], tuple(message["exempt"]), tuple(message["links"])), by_rule


def expected(kind: Kind, signal: str, earlier: str) -> Doing:
    """What the data require, described independently of the script."""
    decided = EARLIER[earlier]
    if decided and decided.run_out:
        decided = None
    control = "Your Privacy Choices" if kind.model == "opt_out" else "Privacy choices"
    # What was left on is no consent, but what was switched off stays off.
    left_on = decided and decided.opt_out and decided.granted and kind.model == "opt_in"
    if decided is None or left_on:
        granted = kind.exempt if kind.model == "opt_in" else CATEGORIES
        if decided is not None:
            granted = tuple(name for name in granted if name in decided.granted)
        if signal != "none":
            return Doing("signal", control, (), ("gpc",))
        surface = {"opt_in": "question", "opt_out": "nothing", "notice": "notice"}[kind.model]
        return Doing(surface, control, granted, ())
    if signal != "none" and decided.granted and not decided.under_signal:
        return Doing("signal", control, (), ("gpc",))
    return Doing("nothing", control, decided.granted, ())


@pytest.fixture(scope="module")
def perform(chromium: Browser) -> Iterator[Callable[[dict[str, Any], str, str], Doing]]:
    """Runs the script on a page and reports what it did."""
    # Nothing here is about how it looks: few pixels, painted once.
    context = chromium.new_context(
        locale="en-GB", reduced_motion="reduce", viewport={"width": 320, "height": 240}
    )
    (wording,) = (
        locale.document
        for locale in wordings_of(default_content("Shop"), material=False)
        if locale.locale == "en"
    )
    page = context.new_page()
    yield lambda by_rule, signal, earlier: _perform(page, wording | by_rule, signal, earlier)
    context.close()


def _perform(page: Page, banner: dict[str, Any], signal: str, earlier: str) -> Doing:
    # The previous page finishes its writes before it is unloaded.
    page.goto("about:blank")
    page.context.clear_cookies()
    if decided := EARLIER[earlier]:
        browser_cookie: Any = {"url": SHOP, "name": "consent_choice", "value": cookie(decided)}
        page.context.add_cookies([browser_cookie])
    recorded: list[str] = []
    page.unroute_all()
    page.route("**/*", lambda route: fulfil(route, banner, signal, recorded))
    page.goto(SHOP)
    # Until what was decided has its receipt.
    queue = f"JSON.parse(localStorage['consent:{DOMAIN}'] ?? '{{}}').queue ?? []"
    page.wait_for_function(f"window.settled && !({queue}).length")
    state = page.evaluate("consent.get()")
    values = page.evaluate(
        """() => {
            const root = document.getElementById("visitor-choices").shadowRoot;
            const layer = root.querySelector("[part=layer]");
            const notice = layer && !layer.querySelector("[part=reject]");
            layer?.querySelector("[part=customise]").click();
            root.querySelector("[part=reopen]")?.click();
            return [
                !layer ? "nothing" : !notice ? "question" : "note",
                root.querySelector("#panel-title").textContent.trim(),
            ];
        }"""
    )
    shows = values[0]
    if shows == "note":
        shows = "signal" if recorded else "notice"
    granted = tuple(category for category in CATEGORIES if state[category])
    return Doing(shows, values[1], granted, tuple(recorded))


def fulfil(route: Route, banner: dict[str, Any], signal: str, recorded: list[str]) -> None:
    path = urlsplit(route.request.url).path
    if path.endswith("banner.js"):
        route.fulfill(body=script().body, content_type="text/javascript")
    elif path.endswith("choices.js"):
        route.fulfill(body=choices().body, content_type="text/javascript")
    elif path.endswith("/rule"):
        rule = banner["rule"]
        message = {"id": rule["id"], "version": rule["version"], "basis": "place"}
        route.fulfill(json=message | {"gpc": signal == "header"})
    elif path.endswith("/banner"):
        head = {"domainId": DOMAIN, "hostname": "shop.example.com", "gpc": "all", "version": 1}
        others = {"materialSince": None, "held": False, "countImpressions": False}
        route.fulfill(json=head | others | banner)
    elif path.endswith("/consents"):
        recorded.append(json.loads(route.request.post_data or "{}")["source"])
        route.fulfill(status=201, json={"id": DOMAIN, "proofToken": "1.a"})
    else:
        set_signal = "Object.defineProperty(navigator, 'globalPrivacyControl', {value: true});"
        first = set_signal if signal == "navigator" else ""
        tag = f'<script src="/v1/public/banner.js" data-domain="{DOMAIN}"></script>'
        ready = "consent.ready(() => consent.get().rule && (window.settled = true));"
        polling = f"setInterval(() => {{ {ready} }}, 10)"
        body = (
            f"<!doctype html><html lang=en><script>{first}</script>{tag}<script>{polling}</script>"
        )
        route.fulfill(body=body, content_type="text/html")


def cookie(decision: Earlier) -> str:
    now, run_out = datetime.now(UTC), decision.run_out
    at = int((now - timedelta(days=400 if run_out else 30)).timestamp() * 1000)
    ends = int((now + timedelta(days=-35 if run_out else 335)).timestamp() * 1000)
    return (
        f"v=1&d={DOMAIN}&c={'.'.join(decision.granted)}&t={at}&e={ends}&b=1&s=banner"
        f"&g={int(decision.under_signal)}&r=&h={'&o=1' if decision.opt_out else ''}"
    )


def test_every_row_of_the_table_matches_the_rules(
    perform: Callable[[dict[str, Any], str, str], Doing],
) -> None:
    outcomes: dict[tuple[Kind, str, str], Doing] = {}
    rows = 0
    for rules in (PLAIN, DECIDED):
        for place in PLACES:
            for day in DATES:
                rule, _ = rules.rule_for(place, day)
                kind, by_rule = kind_of(rules, rule, place, day)
                for signal in SIGNALS:
                    for earlier in EARLIER:
                        rows += 1
                        key = kind, signal, earlier
                        if key not in outcomes:
                            outcomes[key] = perform(by_rule, signal, earlier)
                        assert outcomes[key] == expected(kind, signal, earlier), (place, day, *key)
    assert rows == 2 * len(PLACES) * len(DATES) * len(SIGNALS) * len(EARLIER)
    assert {kind.model for kind, _, _ in outcomes} == {"opt_in", "opt_out", "notice"}
    assert {kind.exempt for kind, _, _ in outcomes} == {(), ("analytics", "preferences")}


_KINDS: dict[tuple[int, str, int], tuple[Kind, dict[str, Any]]] = {}


def kind_of(
    rules: VisitorRules, rule: Rule, place: Place | None, day: date
) -> tuple[Kind, dict[str, Any]]:
    """Return a rule's kind and answer, which must be of the row that the data name."""
    named = next((row for row in rule_table().rules if row == rule), None)
    assert named is not None
    assert named.effective_from <= day
    assert place is None or rule.id == "strictest" or place_fits(rule, place)
    key = id(rules), rule.id, rule.version
    if key not in _KINDS:
        _KINDS[key] = answer(rules, rule)
    return _KINDS[key]


def place_fits(rule: Rule, place: Place) -> bool:
    stands_for = rule_table().unknown_region.get(place.code, place.code)
    return bool({place.code, place.country, stands_for} & set(rule.places))
