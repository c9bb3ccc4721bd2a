"""Scores and findings."""

from __future__ import annotations

from hypothesis import given

from consent_app.compliance.assessment import assess, read_assessment
from consent_app.compliance.rules import ComplianceFacts
from tests.support.compliance import FACTS, FLAWLESS


def test_nothing_is_found_where_all_is_well() -> None:
    assert assess(FLAWLESS).score == 100
    assert assess(FLAWLESS).findings == ()


@given(FACTS)
def test_the_score_is_what_the_findings_leave(facts: ComplianceFacts) -> None:
    assessment = assess(facts)
    assert assessment.score == max(0, 100 - sum(rule.weight for rule in assessment.findings))
    if facts.scanned is False:
        assert assessment.score <= 80
        assert "the site was not scanned" in {rule.title for rule in assessment.findings}
    else:
        assert "site_scanned" not in {rule.id for rule in assessment.findings}
    assert (
        read_assessment(assessment.score, assessment.finding_ids, assessment.applied) == assessment
    )
