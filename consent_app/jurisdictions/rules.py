"""The rules for visitors: read from ``data/rules.toml`` and validated once.

Rules are data, versioned by the date from which a law applies, so that a law that begins needs no
release. ``docs/jurisdictions.md`` is made from the same data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal, get_args

from consent_app.jurisdictions.places import Place, parse_place

Model = Literal["opt_in", "opt_out", "notice"]
Regime = Literal["opt_in", "opt_out"]
MODELS: tuple[str, ...] = get_args(Model)
"""From the strictest to the laxest."""
CATEGORIES = ("analytics", "marketing", "preferences")
STRICTEST = "strictest"
DECLARED = {"EU": "DE", "UK": "GB", "US-CA": "US-CA"}
"""A place for each jurisdiction that owners can declare; ``GLOBAL`` names none."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """How long a decision is valid, in months: at least, at most, and at least after a refusal."""

    min_months: int
    max_months: int
    after_refusal: int

    def months(self, domain_months: int) -> tuple[int, int]:
        """Return after how many months a domain that asks after ``domain_months`` asks again: in
        general, and after a refusal."""
        months = min(max(domain_months, self.min_months), self.max_months)
        return months, max(months, self.after_refusal)


@dataclass(frozen=True, slots=True)
class Rule:
    """One version of a rule; ``data/rules.toml`` explains each member."""

    id: str
    version: int
    name: str
    places: tuple[str, ...]
    model: Model
    exempt: tuple[str, ...]
    gpc_binds: bool
    links: tuple[str, ...]
    renewal: Renewal
    languages: tuple[str, ...]
    source: str
    effective_from: date
    reviewed_on: date
    verified: bool
    checked: str | None = None
    note: str | None = None
    gpp: str | None = None

    @property
    def regime(self) -> Regime:
        """Whether processing waits for consent, or continues until an objection."""
        return regime_of(self.model)


def regime_of(model: str) -> Regime:
    """Return the regime of a model. Under a notice, processing also continues until an
    objection."""
    return "opt_in" if model == "opt_in" else "opt_out"


@dataclass(frozen=True, slots=True)
class RuleTable:
    """All rules. ``unknown_region`` names the place that is used for a country's unknown region."""

    rules: tuple[Rule, ...]
    unknown_region: Mapping[str, str]
    links: Mapping[str, Mapping[str, str]]

    def at(self, place: Place | None, day: date) -> Rule:
        """Return the rule that applies at ``place`` on ``day``.

        The state's own row, else the country's, else the strictest; for a country whose unknown
        region the table names a place for, that place's.
        """
        if place is not None:
            code = place.code
            if place.region is None:
                code = self.unknown_region.get(code, code)
            for candidate in (code, code.partition("-")[0]):
                newest = _newest((rule for rule in self.rules if candidate in rule.places), day=day)
                if newest is not None:
                    return newest
        return self.current(STRICTEST, day)

    def current(self, rule_id: str, day: date) -> Rule:
        """Return the version of a rule that applies on ``day``, the strictest for any other id."""
        for candidate in (rule_id, STRICTEST):
            newest = _newest((rule for rule in self.rules if rule.id == candidate), day=day)
            if newest is not None:
                return newest
        raise AssertionError("a table without its strictest rule is refused when it is read")

    def has(self, rule_id: str) -> bool:
        """Return whether this rule exists, in any version."""
        return any(rule.id == rule_id for rule in self.rules)


def _newest(rules: Iterable[Rule], *, day: date) -> Rule | None:
    effective_rules = [rule for rule in rules if rule.effective_from <= day]
    return max(effective_rules, key=lambda rule: (rule.effective_from, rule.version), default=None)


@cache
def rule_table() -> RuleTable:
    """Return the table of this release. Raises ValueError where the data contradicts itself."""
    text = files("consent_app.jurisdictions").joinpath("data/rules.toml").read_text("utf-8")
    return read_table(tomllib.loads(text))


@cache
def rule_versions() -> Mapping[tuple[str, int], Rule]:
    """Return every rule of this release by its id and version."""
    return {(rule.id, rule.version): rule for rule in rule_table().rules}


@lru_cache(maxsize=4096)
def rule_at(place: Place | None, day: date) -> Rule:
    """Return the rule of this release that applies at ``place`` on ``day``."""
    return rule_table().at(place, day)


@lru_cache(maxsize=1024)
def current_rule(rule_id: str, day: date) -> Rule:
    """Return the version of a rule of this release on ``day``, the strictest for any other id."""
    return rule_table().current(rule_id, day)


def read_table(content: Mapping[str, Any]) -> RuleTable:
    """Return the table in ``content``. Raises ValueError, which names the row and the error."""
    links = content["links"]
    rules = tuple(_read_rule(row, links) for row in content["rules"])
    for place in content["unknown_region"].values():
        parse_place(place)
    _validate(rules)
    return RuleTable(rules, content["unknown_region"], links)


def _read_rule(row: Mapping[str, Any], links: Mapping[str, Any]) -> Rule:
    lists = {name: tuple(row[name]) for name in ("places", "exempt", "links", "languages")}
    rule = Rule(**{**row, **lists, "renewal": Renewal(**row["renewal"])})
    name = f"rule {rule.id}, version {rule.version}"
    for place in rule.places:
        parse_place(place)
    renewal = rule.renewal
    checks = {
        "its model is unknown": rule.model in MODELS,
        "it exempts something that is not a category": set(rule.exempt) <= set(CATEGORIES),
        "it requires a link that is not described": set(rule.links) <= links.keys(),
        "its renewal is out of order": 1 <= renewal.min_months <= renewal.max_months <= 12,
        "its source is missing": bool(rule.source),
        "it is verified without saying where": rule.verified == (rule.checked is not None),
    }
    for complaint, holds in checks.items():
        if not holds:
            raise ValueError(f"{name}: {complaint}")
    return rule


def _validate(rules: tuple[Rule, ...]) -> None:
    versions: dict[tuple[str, int], Rule] = {}
    owners: dict[str, str] = {}
    for rule in rules:
        if (rule.id, rule.version) in versions:
            raise ValueError(f"rule {rule.id}, version {rule.version}, is defined twice")
        former = versions.get((rule.id, rule.version - 1))
        if rule.version > 1 and (former is None or former.effective_from >= rule.effective_from):
            raise ValueError(f"rule {rule.id}: version {rule.version} follows no earlier one")
        versions[rule.id, rule.version] = rule
        for place in rule.places:
            if owners.setdefault(place, rule.id) != rule.id:
                raise ValueError(f"{place} belongs to {owners[place]} and to {rule.id}")
    if (STRICTEST, 1) not in versions:
        raise ValueError(f"there is no rule {STRICTEST}")
