"""The findings' JSON keeps the names of the document."""

from __future__ import annotations

from consent_app.compliance.assessment import read_assessment
from consent_app.compliance.schemas import compliance


def test_a_finding_says_how_to_fix_it() -> None:
    answer = compliance(read_assessment(95, "tls,a_rule_that_is_gone"), "en")
    assert answer["score"] == 95
    (finding,) = answer["findings"]
    assert (finding["rule"], finding["weight"]) == ("tls", 5)
    remedy = "Serve the site over https with a valid certificate, and have the domain checked."
    assert finding["remedy"] == remedy
