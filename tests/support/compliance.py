"""The facts behind a score: a perfect one, flawed ones, and a strategy for any."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from hypothesis import strategies as st

from consent_app.compliance.rules import DEFAULT_BANNER, BannerFacts, ComplianceFacts
from consent_app.jurisdictions.applied_rules import AppliedRule, applied_rules
from consent_app.jurisdictions.visitor_rules import VisitorRules


def by_rules(*ids: str) -> tuple[AppliedRule, ...]:
    """Return the rules for assessing a domain, given the rules that its visitors were asked by."""
    decided = VisitorRules(None, "strictest", False, 12)
    return applied_rules(decided, dict.fromkeys(ids, 50), date(2026, 11, 22))


FLAWLESS = ComplianceFacts(
    rules=by_rules("eu"),
    verified=True,
    ssl_ok=True,
    scanned=None,
    gpc_refuses="all",
    renew_after_months=12,
    banner=replace(DEFAULT_BANNER, policy_url=True),
)
BANNERS = st.builds(
    BannerFacts,
    st.booleans(),
    st.booleans(),
    st.lists(st.sampled_from(["en", "en-GB", "fr", "tr"]), min_size=1).map(tuple),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
FACTS = st.builds(
    ComplianceFacts,
    st.lists(st.sampled_from(["eu", "uk", "us-ca", "us", "ca-qc", "strictest"]), min_size=1).map(
        lambda ids: by_rules(*ids)
    ),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, False, True]),
    st.sampled_from(["all", "marketing", "nothing"]),
    st.integers(6, 24),
    BANNERS,
)


def flawed(**changes: Any) -> ComplianceFacts:
    banner = {name: changes.pop(name) for name in list(changes) if hasattr(DEFAULT_BANNER, name)}
    return replace(FLAWLESS, banner=replace(FLAWLESS.banner, **banner), **changes)
