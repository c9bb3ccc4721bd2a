"""The rules that a domain is judged by: its visitors', else the declared region's."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from consent_app.jurisdictions.applied_rules import applied_rules, read_shares, write_shares
from consent_app.jurisdictions.rules import STRICTEST
from consent_app.jurisdictions.visitor_rules import VisitorRules

TODAY = date(2026, 11, 22)
DECIDED = VisitorRules("EU", "strictest", False, 12)


def test_visitors_count_before_what_was_declared() -> None:
    rules = applied_rules(DECIDED, {"us-ca": 60, "eu": 40}, TODAY)
    assert [(rule.id, rule.basis, rule.share) for rule in rules] == [
        ("us-ca", "visitors", 60),
        ("eu", "visitors", 40),
    ]


def test_without_visitors_the_declared_region_counts_and_the_strictest_beside_it() -> None:
    declared, strictest = applied_rules(DECIDED, {}, TODAY)
    assert (declared.id, declared.basis) == ("eu", "declared")
    assert (strictest.id, strictest.basis, strictest.share) == (STRICTEST, "strictest", None)


def test_unknown_places_may_follow_the_region_alone() -> None:
    following = replace(DECIDED, unknown_place="region")
    assert [rule.basis for rule in applied_rules(following, {}, TODAY)] == ["declared"]
    nowhere = replace(following, region=None)
    assert [rule.basis for rule in applied_rules(nowhere, {}, TODAY)] == ["strictest"]


def test_shares_are_kept_greatest_first_without_stray_visitors() -> None:
    shares = write_shares({"eu": 380, "us-ca": 600, "in": 20})
    assert shares == "us-ca:60,eu:38"
    assert read_shares(shares) == {"us-ca": 60, "eu": 38}
    assert read_shares("") == {}
    assert write_shares({"eu": 95, "in": 5}) == "eu:95,in:5"
