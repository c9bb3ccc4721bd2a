from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from consent_app.banners.content import default_content, facts_of
from consent_app.compliance.assessment import assess
from consent_app.compliance.rules import DEFAULT_BANNER, RULES, ComplianceFacts, ComplianceRule
from consent_app.translations import translated
from tests.support.compliance import by_rules, flawed


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        (flawed(equal_choice=False), "equal_choice"),
        (flawed(nothing_prechosen=False), "nothing_prechosen"),
        (flawed(policy_url=False), "policy_url"),
        (flawed(purposes_named=False), "purposes_named"),
        (flawed(withdrawable=False), "withdrawal"),
        (flawed(gpc_refuses="nothing"), "gpc"),
        (flawed(renew_after_months=13), "renewal"),
        (flawed(locales=("tr",)), "languages"),
        (flawed(verified=False), "domain_verified"),
        (flawed(ssl_ok=False), "tls"),
        (flawed(scanned=False), "site_scanned"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_flaw_is_found_separately(facts: ComplianceFacts, rule: str) -> None:
    assessment = assess(facts)
    assert [finding.id for finding in assessment.findings] == [rule]
    assert assessment.score == 100 - assessment.findings[0].weight


@pytest.mark.parametrize(
    ("flaw", "rules", "expected"),
    [
        ({"equal_choice": False}, ("us-tx",), False),
        ({"equal_choice": False}, ("us-tx", "eu"), True),
        ({"nothing_prechosen": False}, ("us", "us-ca"), False),
        ({"nothing_prechosen": False}, ("strictest",), True),
        ({"locales": ("en",)}, ("uk", "us-ca"), False),
        ({"locales": ("en",)}, ("uk", "ca-qc"), True),
        ({"locales": ("en", "fr-CA")}, ("uk", "ca-qc"), False),
        ({"locales": ("tr",)}, ("strictest",), False),
    ],
)
def test_the_rules_of_the_visitors_places_decide_what_counts(
    flaw: dict[str, Any], rules: tuple[str, ...], expected: bool
) -> None:
    facts = flawed(**flaw, rules=by_rules(*rules))
    assert bool(assess(facts).findings) is expected
    assert [row.id for row in assess(facts).applied] == list(rules)


def test_every_rule_names_its_weight_source_and_remedy() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule.weight > 0
        assert rule.title
        assert rule.resolution.endswith(".")
        sources = (
            "EDPB guidelines",
            "CNIL 2020-09",
            "ePrivacy directive art. 5(3)",
            "GDPR",
            "CCPA",
        )
        assert any(source in rule.source for source in sources)


def test_the_table_in_the_docs_is_the_codes() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "domains.md").read_text("utf-8")
    _, _, after = text.partition("<!-- rules table:")
    rows = [line for line in after.splitlines() if line.startswith("|")][2:]
    assert rows == [
        f"| `{rule.id}` | {rule.title} | {rule.weight} | {rule.source} |" for rule in RULES
    ]


def test_the_default_banner_is_what_is_scored_before_a_draft() -> None:
    assert facts_of(default_content("Anybody")) == DEFAULT_BANNER


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_its_words_in_german(rule: ComplianceRule) -> None:
    for text in (rule.title, rule.resolution, rule.source):
        assert translated(text, "de") != text
