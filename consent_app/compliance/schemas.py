"""Scores and findings as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.compliance.assessment import Assessment
from consent_app.compliance.rules import ComplianceRule
from consent_app.jurisdictions.service import AppliedRule
from consent_app.translations import translated


def compliance(assessment: Assessment, language: str) -> dict[str, Any]:
    """Return the Compliance of the document, its texts in one of our languages."""
    return {
        "score": assessment.score,
        "findings": [_finding(rule, language) for rule in assessment.findings],
        "rules": [_applied(rule, language) for rule in assessment.applied],
    }


def _applied(rule: AppliedRule, language: str) -> dict[str, Any]:
    return {
        "id": rule.id,
        "version": rule.version,
        "name": translated(rule.name, language),
        "model": rule.model,
        "basis": rule.basis,
        "share": rule.share,
    }


def _finding(rule: ComplianceRule, language: str) -> dict[str, Any]:
    return {
        "rule": rule.id,
        "title": translated(rule.title, language),
        "weight": rule.weight,
        "source": translated(rule.source, language),
        "remedy": translated(rule.resolution, language),
    }
