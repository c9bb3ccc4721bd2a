"""What a workspace's override of a rule changes."""

from __future__ import annotations

from datetime import date

import pytest

from consent_app.jurisdictions.rules import MODELS, current_rule
from consent_app.jurisdictions.visitor_rules import Override, VisitorRules

TODAY = date(2026, 11, 22)


@pytest.mark.parametrize("is_current", [True, False])
def test_an_override_of_another_version_is_never_laxer_than_the_rule(is_current: bool) -> None:
    rule, laxest = current_rule("eu", TODAY), MODELS[-1]
    assert rule.model != laxest
    version = rule.version if is_current else rule.version - 1
    override = Override("eu", version, laxest, ("analytics",), "Our counsel says so.")
    rules = VisitorRules("EU", "strictest", False, 12, {"eu": override})
    effective = rules.effective(rule)
    expected = (laxest, ("analytics",)) if is_current else (rule.model, ())
    assert (effective.model, effective.exempt) == expected
