"""The compliance score: 100 less the weights of the findings, from one table of rules.

Each rule names its weight, its source, and how to mend it (``decisions.md`` §4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Regime = Literal["opt_in", "opt_out"]

UNSCANNED_WEIGHT = 20

LANGUAGES: dict[str, frozenset[str]] = {
    "EU": frozenset(
        "bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv".split()
    ),
    "UK": frozenset({"en"}),
    "US-CA": frozenset({"en"}),
}
"""One of these has to be among a banner's languages where the region is declared."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the rules look at: the domain, and the banner that it publishes or would publish."""

    region: str | None
    verified: bool
    ssl_ok: bool
    scanned: bool
    has_policy_url: bool
    purposes_named: bool
    locales: tuple[str, ...]
    renew_after_months: int


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it takes off the score where ``holds`` says no. ``title`` says what is so."""

    id: str
    title: str
    weight: int
    source: str
    remedy: str
    holds: Callable[[Facts], bool]


RULES = (
    Rule(
        "policy_url",
        "no privacy policy is linked",
        10,
        "GDPR art. 13; EDPB guidelines 05/2020, 3.3",
        "Set the address of your privacy policy in the banner and publish it.",
        lambda facts: facts.has_policy_url,
    ),
    Rule(
        "purposes_named",
        "purposes are not described",
        15,
        "EDPB guidelines 05/2020, 3.2; CNIL 2020-091, art. 2",
        "Describe in the banner what each category is used for and publish it.",
        lambda facts: facts.purposes_named,
    ),
    Rule(
        "renewal",
        "visitors are asked again too late",
        10,
        "EDPB guidelines 05/2020, 5.1; CNIL 2020-092, 4",
        "Ask visitors again after 12 months at the latest.",
        lambda facts: facts.renew_after_months <= 12,
    ),
    Rule(
        "languages",
        "the banner lacks a language of the region",
        10,
        "GDPR art. 7(2) and 12(1); EDPB guidelines 05/2020, 3.3.2",
        "Add a language of the declared region to the banner and publish it.",
        lambda facts: _speaks(facts),
    ),
    Rule(
        "domain_verified",
        "the domain is not verified",
        8,
        "GDPR art. 5(2), accountability",
        "Verify that the domain is yours.",
        lambda facts: facts.verified,
    ),
    Rule(
        "tls",
        "the site has no valid certificate",
        5,
        "GDPR art. 32(1)(a)",
        "Serve the site over https with a valid certificate.",
        lambda facts: facts.ssl_ok,
    ),
    Rule(
        "site_scanned",
        "site not checked",
        UNSCANNED_WEIGHT,
        "ePrivacy directive art. 5(3)",
        "The site was not checked yet: scan it for cookies that are set before a decision.",
        lambda facts: facts.scanned,
    ),
)


@dataclass(frozen=True, slots=True)
class Compliance:
    """A score from 0 to 100, and the rules that do not hold."""

    score: int
    findings: tuple[Rule, ...]


def assess(facts: Facts) -> Compliance:
    """Hold the facts to every rule."""
    findings = tuple(rule for rule in RULES if not rule.holds(facts))
    return Compliance(max(0, 100 - sum(rule.weight for rule in findings)), findings)


def regime_of(region: str | None) -> Regime:
    """Return whether processing waits for consent in a region, or goes on until an objection.

    California's law lets it go on (CCPA §1798.120); wherever nothing else is declared it waits.
    """
    return "opt_out" if region == "US-CA" else "opt_in"


def _speaks(facts: Facts) -> bool:
    wanted = LANGUAGES.get(facts.region or "")
    return wanted is None or any(tag.partition("-")[0] in wanted for tag in facts.locales)
