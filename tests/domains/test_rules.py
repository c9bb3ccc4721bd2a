"""Rules on a domain: what the law says, what a workspace sets in its place, and what is audited."""

from __future__ import annotations

from datetime import date
from operator import itemgetter
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.jurisdictions.places import Place, parse_place
from consent_app.jurisdictions.rules import current_rule, rule_at
from consent_app.jurisdictions.visitor_rules import Override, VisitorRules
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import MovableClock


def rules(site: Site) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in site.panel.get(f"/v1/domains/{site.id}/rules").json}


def banner(app: TestApp, site: Site, rule: str) -> dict[str, Any]:
    body: dict[str, Any] = app.get(f"/v1/public/domains/{site.id}/banner?rule={rule}").json
    return body


def test_stricter_is_set_silently_and_restored(site: Site, app: TestApp) -> None:
    path = f"/v1/domains/{site.id}/rules/us-tx"
    assert rules(site)["us-tx"]["override"] is None
    assert banner(app, site, "us-tx")["rule"]["model"] == "opt_out"
    changed = site.panel.put(path, {"model": "opt_in"}, status=200).json
    assert changed["override"]["model"] == "opt_in"
    assert changed["model"] == "opt_out"
    assert changed["applied"] == {"model": "opt_in", "exempt": []}
    assert rules(site)["us-tx"] == changed
    # Visitors notice at once.
    shown_banner = banner(app, site, "us-tx")
    assert (shown_banner["rule"]["model"], shown_banner["regime"]) == ("opt_in", "opt_in")
    site.panel.delete(path, status=204)
    restored = rules(site)["us-tx"]
    assert (restored["override"], restored["applied"]["model"]) == (None, "opt_out")
    site.panel.delete(path, status=404)
    assert banner(app, site, "us-tx")["rule"]["model"] == "opt_out"


@pytest.mark.parametrize(
    ("rule", "body"),
    [
        ("eu", {"model": "opt_out"}),
        ("us-tx", {"model": "notice"}),
        ("uk", {"model": "opt_in", "exempt": ["analytics"]}),
        ("uk", {"model": "opt_in", "exempt": ["analytics"], "reason": "   "}),
    ],
)
def test_laxer_needs_a_reason_that_is_audited(
    site: Site, app: TestApp, rule: str, body: dict[str, Any]
) -> None:
    path = f"/v1/domains/{site.id}/rules/{rule}"
    refused = site.panel.put(path, body, status=400).json
    assert refused["errors"][0]["pointer"] == "#/reason"
    assert rules(site)[rule]["override"] is None
    reason = "Our counsel's opinion of May."
    site.panel.put(path, body | {"reason": reason}, status=200)
    assert rules(site)[rule]["override"]["reason"] == reason
    banner_rule = banner(app, site, rule)["rule"]
    assert (banner_rule["model"], banner_rule["exempt"]) == (body["model"], body.get("exempt", []))
    (event,) = site.panel.get("/v1/audit-events?event=domain.rule_overridden").json
    assert {"name": "reason", "before": None, "after": reason} in event["detail"]


def test_an_override_of_an_earlier_version_applies_only_as_far_as_it_is_stricter(
    app: TestApp, clock: MovableClock
) -> None:
    # India's law asks for consent from 13 May 2027.
    clock.move(days=(date(2027, 5, 12) - clock().date()).days)
    site = make_site(make_panel(app, clock()))
    body = {"model": "notice", "exempt": ["analytics"], "reason": "So far."}
    changed = site.panel.put(f"/v1/domains/{site.id}/rules/in", body, status=200).json
    assert changed["applied"] == {"model": "notice", "exempt": ["analytics"]}
    clock.move(days=1)
    site.panel.renew()
    after = rules(site)["in"]
    assert (after["override"]["model"], after["override"]["exempt"]) == ("notice", ["analytics"])
    assert after["applied"] == {"model": "opt_in", "exempt": []}


def test_the_audit_log_says_what_a_new_override_ended(site: Site) -> None:
    path = f"/v1/domains/{site.id}/rules/uk"
    first, second = "Own statistics alone.", "Our counsel's opinion of May."
    for body in (
        {"model": "opt_in", "exempt": ["analytics"], "reason": first},
        {"model": "opt_in", "exempt": []},
        {"model": "opt_in", "exempt": ["analytics", "preferences"], "reason": second},
    ):
        site.panel.put(path, body, status=200)
    site.panel.delete(path, status=204)
    events = site.panel.get("/v1/audit-events").json[3::-1]
    members = itemgetter("name", "before", "after")
    details = [[members(change) for change in event["detail"][1:]] for event in events]
    both = "analytics,preferences"
    assert details == [
        [("exempt", None, "analytics"), ("reason", None, first)],
        [("exempt", "analytics", None), ("reason", first, None)],
        [("exempt", None, both), ("reason", None, second)],
        [("exempt", both, None), ("reason", second, None)],
    ]


def test_a_laxer_override_ends_with_a_new_version_of_the_rule() -> None:
    former, present = (rule_at(Place("IN"), date(2027, 5, day)) for day in (12, 13))
    override = Override("in", former.version, "notice", ("analytics",), "So far.")
    decided = VisitorRules(None, "strictest", False, 12, {"in": override})
    assert decided.effective(former).model == "notice"
    assert decided.effective(former).exempt == ("analytics",)
    assert decided.effective(present).model == "opt_in"
    assert decided.effective(present).exempt == ()


@pytest.mark.parametrize(
    ("setting", "place", "section"),
    [
        ("off", "US-CA", None),
        ("state", "US-CA", "usca"),
        ("state", "US-MD", "usmd"),
        ("state", "US-WY", "none"),
        ("state", "US-AL", "none"),
        ("state", "DE", "none"),
        ("national", "US-CA", "usnat"),
        ("national", "US-WY", "usnat"),
        ("national", "DE", "none"),
    ],
)
def test_the_section_of_the_platform_follows_rule_and_setting(
    setting: str, place: str, section: str | None
) -> None:
    decided = VisitorRules("EU", "strictest", False, 12, gpp=setting)
    rule = rule_at(parse_place(place), date(2026, 11, 22))
    assert decided.gpp_section(rule) == section


def test_a_rule_is_not_overridden_before_it_begins(app: TestApp, clock: MovableClock) -> None:
    begins = current_rule("us-vt", date.max).effective_from
    clock.move(days=(begins - clock().date()).days - 1)
    site = make_site(make_panel(app, clock()))
    before = rules(site)
    assert "us-vt" not in before
    path = f"/v1/domains/{site.id}/rules/us-vt"
    site.panel.put(path, {"model": "opt_in"}, status=404)
    site.panel.delete(path, status=404)
    assert rules(site) == before
    clock.move(days=1)
    site = make_site(make_panel(app, clock()))
    path = f"/v1/domains/{site.id}/rules/us-vt"
    assert site.panel.put(path, {"model": "opt_in"}, status=200).json["id"] == "us-vt"


def test_viewers_and_unknown_rules_are_refused(
    site: Site, app: TestApp, application: Application
) -> None:
    path = f"/v1/domains/{site.id}/rules"
    site.panel.put(f"{path}/atlantis", {"model": "opt_in"}, status=404)
    site.panel.put(f"{path}/eu", {"model": "ask"}, status=400)
    stranger = make_panel(app, application.now())
    stranger.get(path, status=404)
    stranger.put(f"{path}/us-tx", {"model": "opt_in"}, status=404)
    stranger.delete(f"{path}/us-tx", status=404)
    app.get(path, status=401)
