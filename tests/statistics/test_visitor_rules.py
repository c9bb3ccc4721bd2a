"""Domains are judged by the rules of the places where their visitors are."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import event, func, select

from consent_app.application import Application
from consent_app.domains.models import Domain
from consent_app.domains.scores import explain_assessment
from consent_app.statistics.models import rule_counts
from consent_app.statistics.roll_ups import roll_up
from consent_app.statistics.visitor_rules import update_visitor_rules
from tests.support.factories import Site, make_site
from tests.support.harness import MovableClock


def judged(site: Site) -> dict[str, tuple[str, int | None]]:
    """The rules that count, each with why and its share."""
    rules = site.panel.get(f"/v1/domains/{site.id}/compliance").json["rules"]
    return {rule["id"]: (rule["basis"], rule["share"]) for rule in rules}


def findings(site: Site) -> set[str]:
    result = site.panel.get(f"/v1/domains/{site.id}/compliance").json["findings"]
    return {finding["rule"] for finding in result}


def decide(site: Site, rule: str, times: int = 1) -> None:
    for _ in range(times):
        site.decide(ruleId=rule, ruleVersion=1)


@pytest.mark.cluster
def test_the_declared_regions_rule_applies_until_visitors_have_come(
    application: Application, clock: MovableClock, site: Site
) -> None:
    path = f"/v1/domains/{site.id}"
    assert judged(site) == {"strictest": ("strictest", None)}
    site.panel.patch(path, {"region": "UK"})
    assert judged(site) == {"uk": ("declared", None), "strictest": ("strictest", None)}
    site.panel.patch(f"{path}/settings", {"unknownPlace": "region"})
    assert judged(site) == {"uk": ("declared", None)}
    decide(site, "eu", 3)
    decide(site, "us-tx", 1)
    clock.move(minutes=2)
    roll_up(application)
    # Two workers at once, or one that was killed after the deed.
    assert [update_visitor_rules(application) > 0, update_visitor_rules(application)] == [True, 0]
    assert judged(site) == {"eu": ("visitors", 75), "us-tx": ("visitors", 25)}
    # What was long ago says nothing about where visitors are.
    clock.move(days=32)
    assert update_visitor_rules(application) > 0
    with application.database.session(read_only=True) as session:
        domain = session.get_one(Domain, UUID(site.id))
        applied = explain_assessment(session, domain, application.now()).applied
    assert [(row.id, row.basis) for row in applied] == [("uk", "declared")]


def test_a_stray_visitor_does_not_count(
    application: Application, clock: MovableClock, site: Site
) -> None:
    decide(site, "eu", 30)
    decide(site, "br")
    clock.move(minutes=2)
    roll_up(application)
    update_visitor_rules(application)
    assert judged(site) == {"eu": ("visitors", 97)}


def test_findings_and_score_follow_visitors_and_overrides(
    application: Application, clock: MovableClock, site: Site
) -> None:
    path = f"/v1/domains/{site.id}"
    body = {
        "categories": [{"id": "analytics", "preselected": True}, {"id": "marketing"}],
        "style": {"reject": "lesser"},
        "locales": [{"locale": "en"}],
    }
    site.panel.put(f"{path}/banner", body, status=200)
    site.panel.post(f"{path}/banner/publish", {}, status=200)
    rules = {"equal_choice", "nothing_prechosen"}
    assert rules <= findings(site)
    score = site.panel.get(path).json["score"]
    decide(site, "us-tx", 2)
    clock.move(minutes=2)
    roll_up(application)
    update_visitor_rules(application)
    assert not rules & findings(site)
    assert site.panel.get(path).json["score"] == score + 40
    # Texans are asked too, by this owner's choice: now they count again.
    site.panel.put(f"{path}/rules/us-tx", {"model": "opt_in"}, status=200)
    assert rules <= findings(site)
    site.panel.delete(f"{path}/rules/us-tx", status=204)
    assert not rules & findings(site)


def test_the_queries_are_as_many_for_many_domains_as_for_one(
    application: Application, clock: MovableClock, site: Site
) -> None:
    def statements(sites: list[Site], rule: str) -> int:
        for item in sites:
            decide(item, rule)
        clock.move(minutes=2)
        roll_up(application)
        executed: list[str] = []

        def note(conn: Any, cursor: Any, statement: str, *args: Any) -> None:
            executed.append(statement)

        event.listen(application.database.engine, "before_cursor_execute", note)
        try:
            assert update_visitor_rules(application) == len(sites)
        finally:
            event.remove(application.database.engine, "before_cursor_execute", note)
        return len([item for item in executed if "domain" in item])

    # Other tests' decisions are not counted below.
    clock.move(minutes=2)
    roll_up(application)
    update_visitor_rules(application)
    count = statements([site], "eu")
    others = [make_site(site.panel, key=site.key) for _ in range(4)]
    assert statements(others, "eu") <= count + 1


def test_counts_are_kept_as_long_as_they_say_something(
    application: Application, clock: MovableClock, site: Site
) -> None:
    decide(site, "eu")
    clock.move(minutes=2)
    roll_up(application)
    of_site = rule_counts.c.domain_id == UUID(site.id)

    def count_rows() -> int:
        with application.database.session(read_only=True) as session:
            return session.scalar(select(func.count()).where(of_site)) or 0

    assert count_rows() > 0
    clock.move(days=31)
    update_visitor_rules(application)
    assert count_rows() == 0
