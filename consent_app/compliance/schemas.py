"""Scores and findings as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.compliance.assessment import Assessment
from consent_app.compliance.rules import Rule
from consent_app.jurisdictions.service import AppliedRule


def compliance(assessment: Assessment) -> dict[str, Any]:
    """Return the Compliance of the document."""
    return {
        "score": assessment.score,
        "findings": [_finding(rule) for rule in assessment.findings],
        "rules": [_applied(rule) for rule in assessment.applied],
    }


def _applied(rule: AppliedRule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "version": rule.version,
        "name": rule.name,
        "model": rule.model,
        "basis": rule.basis,
        "share": rule.share,
    }


def _finding(rule: Rule) -> dict[str, Any]:
    return {
        "rule": rule.id,
        "title": rule.title,
        "weight": rule.weight,
        "source": rule.source,
        "remedy": rule.resolution,
    }
