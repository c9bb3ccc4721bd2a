"""Which rule applies to a domain's visitors: the law's, with the workspace's overrides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from consent_app.jurisdictions.places import Place, parse_place
from consent_app.jurisdictions.rules import (
    DECLARED,
    MODELS,
    STRICTEST,
    Model,
    Rule,
    current_rule,
    rule_at,
)

Basis = Literal["place", "declared", "strictest"]
"""The basis of a visitor's rule: the place, the region that the owner declared, or neither."""


@dataclass(frozen=True, slots=True)
class Override:
    """A workspace's override of a rule on a domain; ``rule_version`` was current then."""

    rule_id: str
    rule_version: int
    model: Model
    exempt: tuple[str, ...]
    reason: str | None


@dataclass(frozen=True, slots=True)
class EffectiveRule:
    """A rule as it applies on a domain."""

    rule: Rule
    model: Model
    exempt: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VisitorRules:
    """The decisions of a domain's owner about the rules of its visitors."""

    region: str | None
    unknown_place: str
    limit_sensitive: bool
    renew_after_months: int
    overrides: Mapping[str, Override] = field(default_factory=dict)
    gpp: str = "off"

    def rule_for(self, place: Place | None, day: date) -> tuple[Rule, Basis]:
        """Return the rule for a visitor at ``place``, and its basis."""
        if place is not None:
            return rule_at(place, day), "place"
        if self.unknown_place == "region" and self.region in DECLARED:
            return rule_at(parse_place(DECLARED[self.region]), day), "declared"
        return current_rule(STRICTEST, day), "strictest"

    def effective(self, rule: Rule) -> EffectiveRule:
        """Return a rule with its overrides.

        A law's own exemptions apply only if the workspace declared them. A setting made under an
        earlier version of the rule applies as far as it is no laxer than the present version.
        """
        override = self.overrides.get(rule.id)
        if override is None:
            return EffectiveRule(rule, rule.model, ())
        if override.rule_version != rule.version:
            return EffectiveRule(rule, stricter(override.model, rule.model), ())
        return EffectiveRule(rule, override.model, override.exempt)

    def renewal(self, rule: Rule) -> tuple[int, int]:
        """Return after how many months visitors are asked again, and after a refusal."""
        return rule.renewal.months(self.renew_after_months)

    def gpp_section(self, rule: Rule) -> str | None:
        """Return the section of the Global Privacy Platform that publishes choices by a rule.

        ``none`` if none applies, None if the owner publishes none. The national section is
        for signatories of the Multi-State Privacy Agreement and applies in every state.
        """
        if self.gpp == "off":
            return None
        if self.gpp == "national" and is_american(rule):
            return "usnat"
        return rule.gpp or "none"


def stricter(model: Model, other_model: Model) -> Model:
    """Return the stricter of two models."""
    return min(model, other_model, key=MODELS.index)


def is_american(rule: Rule) -> bool:
    """Return whether a rule is of the United States or of one of them."""
    return any(place.partition("-")[0] == "US" for place in rule.places)


def is_laxer(rule: Rule, model: Model, exempt: tuple[str, ...]) -> bool:
    """Return whether this requires less of the site than the rule itself does."""
    return MODELS.index(model) > MODELS.index(rule.model) or bool(exempt)
