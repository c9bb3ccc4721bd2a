"""The whole table: every place, signal, earlier decision and date, and what the banner then does.

What a visitor is answered is a pure function of place and date; it has few kinds. The script itself
runs each kind with each signal and earlier decision once, from answers made here without a server;
every row of the table is then compared with what the data say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from http import HTTPStatus
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser

from consent_app.banners.schemas import public_banner_rule
from consent_app.jurisdictions.places import COUNTRIES, REGIONS, Place
from consent_app.jurisdictions.rules import Rule, rule_table
from consent_app.jurisdictions.visitor_rules import Override, VisitorRules
from tests.support.http_servers import serving
from tests.support.lone_script import (
    CATEGORIES,
    HEAD,
    VERSION,
    Answers,
    Earlier,
    granted_on,
    settle,
    shown_on,
    small_context,
)

SIGNALS = ("none", "header", "navigator")


EARLIER: dict[str, Earlier | None] = {
    "none": None,
    "accepted": Earlier(),
    "chosen": Earlier(("analytics",)),
    "refused": Earlier(()),
    "accepted under the signal": Earlier(under_signal=True),
    "run out": Earlier(run_out=True),
    "left on in part": Earlier(("analytics", "marketing"), ("marketing",)),
    "left on under the signal": Earlier(("analytics",), ("analytics",), under_signal=True),
    "chosen before a material change": Earlier(("analytics",), version=VERSION - 1),
    "refused before a material change": Earlier((), version=VERSION - 1),
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


OPEN_PANEL = """() => {
    const root = document.getElementById("visitor-choices").shadowRoot;
    root.querySelector("[part=layer] [part=customise]")?.click();
    root.querySelector("[part=reopen]")?.click();
    return root.querySelector("#panel-title").textContent.trim();
}"""


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
    control = "Your Privacy Choices" if kind.model == "opt_out" else "Privacy choices"
    by_law = kind.exempt if kind.model == "opt_in" else CATEGORIES
    surface = {"opt_in": "question", "opt_out": "nothing", "notice": "notice"}[kind.model]
    if decided is None or decided.run_out:
        if signal != "none":
            return Doing("signal", control, (), ("gpc",))
        return Doing(surface, control, by_law, ())
    replaced = decided.version < VERSION
    ended = replaced and kind.model == "opt_in"
    # What was left on is no consent, nor is what was granted before a material change; what was
    # refused stays refused.
    consents = () if ended else tuple(set(decided.granted) - set(decided.left_on))
    granted = tuple(name for name in decided.granted if name in by_law or name in consents)
    counts = granted == decided.granted and not ended
    if signal != "none" and (not counts or (granted and not decided.under_signal)):
        return Doing("signal", control, (), ("gpc",))
    asks = not counts or (replaced and kind.model == "notice")
    return Doing(surface if asks else "nothing", control, granted, ())


class Shop:
    """Serves the shop and the service. To pass requests on to the test takes a third of its CPU."""

    def __init__(self) -> None:
        self.answers = Answers({})

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        status, content_type, body = self.answers.of(
            environ["PATH_INFO"], environ["wsgi.input"].read()
        )
        headers = [("Content-Type", content_type), ("Content-Length", str(len(body)))]
        if content_type == "text/javascript":
            headers.append(("Cache-Control", "max-age=3600"))
        start_response(f"{status} {HTTPStatus(status).phrase}", headers)
        return [body]


@pytest.fixture(scope="module")
def perform(chromium: Browser) -> Iterator[Callable[[dict[str, Any], str, str], Doing]]:
    """Runs the script on a page and reports what it did."""
    shop = Shop()
    context = small_context(chromium)
    page = context.new_page()

    def perform(by_rule: dict[str, Any], signal: str, earlier: str) -> Doing:
        decided = EARLIER[earlier]
        cookie = decided.cookie["value"] if decided else "; Max-Age=0"
        # Set here, where the former page, which would take note of it, is gone.
        first = f"document.cookie = 'consent_choice={cookie}';"
        shop.answers = Answers(by_rule, signal, first=first)
        page.goto(f"http://{HEAD['hostname']}:{port}/")
        settle(page)
        shows = shown_on(page)
        if shows == "note":
            shows = "signal" if shop.answers.recorded else "notice"
        control = page.evaluate(OPEN_PANEL)
        recorded = tuple(decision["source"] for decision in shop.answers.recorded)
        return Doing(shows, control, granted_on(page), recorded)

    with serving(shop) as port:
        yield perform
    context.close()


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
    same_rule = next((row for row in rule_table().rules if row == rule), None)
    assert same_rule is not None
    assert same_rule.effective_from <= day
    assert place is None or rule.id == "strictest" or place_fits(rule, place)
    key = id(rules), rule.id, rule.version
    if key not in _KINDS:
        _KINDS[key] = answer(rules, rule)
    return _KINDS[key]


def place_fits(rule: Rule, place: Place) -> bool:
    stands_for = rule_table().unknown_region.get(place.code, place.code)
    return bool({place.code, place.country, stands_for} & set(rule.places))
