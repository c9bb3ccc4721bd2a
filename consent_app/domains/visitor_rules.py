"""What the owner of a domain decided about its visitors' rules, from the domain's rows."""

from __future__ import annotations

from consent_app.domains.models import Domain, DomainRule
from consent_app.jurisdictions.service import Model, Override, VisitorRules


def visitor_rules(domain: Domain, rows: list[DomainRule]) -> VisitorRules:
    """Return what the owner of a domain decided about its visitors' rules."""
    return VisitorRules(
        region=domain.region,
        unknown_place=domain.unknown_place,
        limit_sensitive=domain.limit_sensitive,
        renew_after_months=domain.renew_after_months,
        gpp=domain.gpp,
        overrides={row.rule_id: _override(row) for row in rows},
    )


def _override(row: DomainRule) -> Override:
    model: Model = row.model  # type: ignore[assignment]
    exempt = tuple(each for each in row.exempt.split(",") if each)
    return Override(row.rule_id, row.rule_version, model, exempt, row.reason)
