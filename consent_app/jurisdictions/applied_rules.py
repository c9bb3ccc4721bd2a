"""The rules that a domain is assessed by: those that apply to its visitors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from consent_app.jurisdictions.places import parse_place
from consent_app.jurisdictions.rules import (
    DECLARED,
    STRICTEST,
    Model,
    Rule,
    current_rule,
    rule_at,
)
from consent_app.jurisdictions.visitor_rules import VisitorRules

AppliedBasis = Literal["visitors", "declared", "strictest"]
"""Why a rule counts: it applied to visitors, the owner declared its region, or neither."""

MIN_SHARE = 5
"""The percentage of a domain's decisions to which a rule must have applied to be assessed."""


@dataclass(frozen=True, slots=True)
class AppliedRule:
    """A rule as it applies on a domain, and why it counts.

    ``languages``: one of them is expected, none means any. ``most_months``: how long a decision
    stands at most. ``share``: how many of a hundred decisions it was applied to, by ``visitors``.
    """

    id: str
    version: int
    name: str
    model: Model
    languages: tuple[str, ...]
    most_months: int
    basis: AppliedBasis
    share: int | None = None


def applied_rules(
    decided: VisitorRules, shares: Mapping[str, int], day: date
) -> tuple[AppliedRule, ...]:
    """Return the rules that a domain is assessed by: those that its visitors were asked by.

    ``shares`` says how many of a hundred decisions each of these rules was applied to. A domain
    without visitors is assessed by the rule of its declared region. The strictest rule is added if
    it applies to visitors from unknown places, and is the only one if no region is declared.
    """
    if shares:
        return tuple(
            _applied(decided, current_rule(rule_id, day), "visitors", share)
            for rule_id, share in shares.items()
        )
    applied = []
    if decided.region in DECLARED:
        declared = rule_at(parse_place(DECLARED[decided.region]), day)
        applied.append(_applied(decided, declared, "declared"))
    if not applied or decided.unknown_place != "region":
        applied.append(_applied(decided, current_rule(STRICTEST, day), "strictest"))
    return tuple(applied)


def _applied(
    decided: VisitorRules, rule: Rule, basis: AppliedBasis, share: int | None = None
) -> AppliedRule:
    return AppliedRule(
        id=rule.id,
        version=rule.version,
        name=rule.name,
        model=decided.effective(rule).model,
        languages=rule.languages,
        most_months=rule.renewal.max_months,
        basis=basis,
        share=share,
    )


def read_shares(text: str) -> dict[str, int]:
    """Return the shares of rules as a domain's row keeps them: ``eu:62,us-ca:38``."""
    pairs = (pair.partition(":") for pair in text.split(",") if pair)
    return {rule_id: int(share) for rule_id, _, share in pairs}


def write_shares(counts: Mapping[str, int]) -> str:
    """Return the shares of rules to store with a domain, the greatest first.

    ``counts`` are decisions by rule. Rules with a share below ``MIN_SHARE`` are left out: a single
    visitor from abroad does not show where a site's visitors are.
    """
    total = sum(counts.values())
    shares = {rule_id: round(100 * count / total) for rule_id, count in counts.items()}
    ordered = sorted(shares.items(), key=lambda share: (-share[1], share[0]))
    return ",".join(f"{rule_id}:{share}" for rule_id, share in ordered if share >= MIN_SHARE)
