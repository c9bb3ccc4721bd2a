"""Assessments: the score and the findings that follow from the facts of a domain."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.compliance.rules import RULES, ComplianceFacts, ComplianceRule
from consent_app.jurisdictions.service import AppliedRule

_RULES_BY_ID = {rule.id: rule for rule in RULES}
_SEPARATOR = ","


@dataclass(frozen=True, slots=True)
class Assessment:
    """The findings, which are the violated rules, and the score: 100 minus their weights.

    The score is at least 0. ``applied`` are the rules of the visitors' jurisdictions that the
    assessment used.
    """

    score: int
    findings: tuple[ComplianceRule, ...]
    applied: tuple[AppliedRule, ...] = ()

    @property
    def finding_ids(self) -> str:
        """The findings' ids as a domain's row stores them, in the order of the rules."""
        return _SEPARATOR.join(rule.id for rule in self.findings)


def assess(facts: ComplianceFacts) -> Assessment:
    """Compare the facts with every rule."""
    findings = tuple(rule for rule in RULES if not rule.is_met(facts))
    score = max(0, 100 - sum(rule.weight for rule in findings))
    return Assessment(score, findings, facts.rules)


def read_assessment(
    score: int, finding_ids: str, applied: tuple[AppliedRule, ...] = ()
) -> Assessment:
    """Return the assessment stored in a row. Rules that no longer exist are left out."""
    ids = finding_ids.split(_SEPARATOR)
    findings = tuple(_RULES_BY_ID[id_] for id_ in ids if id_ in _RULES_BY_ID)
    return Assessment(score, findings, applied)
