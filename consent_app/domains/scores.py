"""The stored scores and conditions of domains, updated with every change that they depend on.

A condition is the period in which a domain has a finding. The feed shows conditions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.compliance.service import (
    Assessment,
    BannerFacts,
    ComplianceFacts,
    assess,
    read_assessment,
)
from consent_app.context import Context
from consent_app.domains import check_queries, queries
from consent_app.domains.models import LIST_SEPARATOR, Domain, DomainRule, visitor_rules
from consent_app.jurisdictions.service import AppliedRule, applied_rules, read_shares
from consent_app.scans.service import get_scanned
from consent_app.text import stored_list


@dataclass(frozen=True, slots=True)
class ScoredFacts:
    """The inputs of a score besides the domain's own columns."""

    banner: BannerFacts
    rules: tuple[AppliedRule, ...]
    scanned: bool | None


@dataclass(frozen=True, slots=True)
class FindingsChange:
    """The findings of a domain before and after it was scored again, as its row stores them."""

    workspace_id: UUID
    domain_id: UUID
    before: str
    after: str

    @classmethod
    def of(cls, domain: Domain, after: str) -> FindingsChange:
        """Return the change from a domain's present findings to ``after``."""
        return cls(domain.workspace_id, domain.id, domain.findings, after)

    @classmethod
    def of_new(cls, domain: Domain) -> FindingsChange:
        """Return the change for a domain that was just inserted."""
        return cls(domain.workspace_id, domain.id, "", domain.findings)


def get_assessment(domain: Domain) -> Assessment:
    """Return the domain's score and findings."""
    return read_assessment(domain.score, domain.findings)


def explain_assessment(session: Session, domain: Domain, now: datetime) -> Assessment:
    """Return the domain's score and findings, with the rules that they follow from."""
    rows = queries.get_overrides_by_domain(session, [domain.id])
    applied = rules_of(domain, rows.get(domain.id, []), now)
    return read_assessment(domain.score, domain.findings, applied)


def rules_of(domain: Domain, rows: list[DomainRule], now: datetime) -> tuple[AppliedRule, ...]:
    """Return the rules that a domain is assessed by; ``rows`` are its overrides."""
    shares = read_shares(domain.visitor_rules)
    return applied_rules(visitor_rules(domain, rows), shares, now.date())


def update_score(session: Session, domain: Domain, now: datetime) -> None:
    """Score a changed domain again. The caller has locked its row."""
    update_scores(session, [domain], now)


def update_scores(session: Session, domains: Sequence[Domain], now: datetime) -> None:
    """Score changed domains again. The caller has locked their rows."""
    facts = _facts_of(session, domains, now)
    changes = []
    for domain in domains:
        columns = score_columns(domain, facts(domain, _banner_of(domain)))
        changes.append(FindingsChange.of(domain, columns["findings"]))
        for name, value in columns.items():
            setattr(domain, name, value)
    record_conditions(session, changes, now)


def update_rule_shares(
    session: Session, workspace_id: UUID, shares: Mapping[UUID, str], now: datetime
) -> int:
    """Store the shares of the rules that visitors of a workspace's domains were asked by.

    ``shares`` come from ``write_shares``. A domain without any has had no visitors. The changed
    domains are scored again; returns their number.
    """
    stored = queries.get_rule_shares(session, workspace_id)
    changed = {id_: shares.get(id_, "") for id_ in stored if stored[id_] != shares.get(id_, "")}
    if not changed:
        return 0
    domains = queries.lock_domains(session, workspace_id, changed)
    for domain in domains:
        domain.visitor_rules = changed[domain.id]
    update_scores(session, domains, now)
    return len(domains)


def record_publications(
    ctx: Context, ids: Collection[UUID], banner: BannerFacts
) -> dict[UUID, int]:
    """Increment the publish counters of the workspace's domains and return them by domain.

    Stores the banner's facts for the rules, and scores the domains again. The rows stay locked
    until the transaction ends, so that no two publications share a number. Deleted domains are left
    out.
    """
    domains = queries.lock_domains(ctx.session, ctx.workspace_id, ids)
    _write_banner(ctx, domains, banner)
    return queries.count_publications(ctx.session, [domain.id for domain in domains])


def record_drafts(ctx: Context, ids: Collection[UUID], banner: BannerFacts) -> None:
    """Store a draft's facts for the rules, on the domains that have published nothing yet."""
    domains = queries.lock_domains(ctx.session, ctx.workspace_id, ids)
    _write_banner(ctx, [row for row in domains if row.published_version is None], banner)


def banner_columns(banner: BannerFacts) -> dict[str, bool | str]:
    """Return the columns that store a banner's facts for the rules."""
    columns = {f"banner_{name}": value for name, value in asdict(banner).items()}
    columns["banner_locales"] = LIST_SEPARATOR.join(banner.locales)
    return columns


def score_columns(domain: Domain, facts: ScoredFacts) -> dict[str, Any]:
    """Return the columns that store a domain's score."""
    assessment = _assess(domain, facts)
    return {"score": assessment.score, "findings": assessment.finding_ids}


def assess_banner(ctx: Context, domain: Domain, banner: BannerFacts) -> Assessment:
    """Return the score and the findings that a domain would have with this banner."""
    return _assess(domain, _facts_of(ctx.session, [domain], ctx.now())(domain, banner))


def _facts_of(
    session: Session, domains: Sequence[Domain], now: datetime
) -> Callable[[Domain, BannerFacts], ScoredFacts]:
    """Return a function that returns the facts of a domain and a banner, after two queries for any
    number of domains."""
    ids = [domain.id for domain in domains]
    scanned = get_scanned(session, ids)
    rows = queries.get_overrides_by_domain(session, ids)

    def facts(domain: Domain, banner: BannerFacts) -> ScoredFacts:
        applied = rules_of(domain, rows.get(domain.id, []), now)
        return ScoredFacts(banner, applied, scanned.get(domain.id))

    return facts


def _assess(domain: Domain, facts: ScoredFacts) -> Assessment:
    return assess(
        ComplianceFacts(
            rules=facts.rules,
            verified=domain.status == "verified",
            ssl_ok=domain.ssl_ok,
            scanned=facts.scanned,
            gpc_refuses=domain.gpc_refuses,
            renew_after_months=domain.renew_after_months,
            banner=facts.banner,
        )
    )


def _write_banner(ctx: Context, domains: Sequence[Domain], banner: BannerFacts) -> None:
    """Write the banner's columns and the scores, with one statement for each different score."""
    session, changes = ctx.session, []
    facts = _facts_of(session, domains, ctx.now())
    ids_by_score: dict[tuple[tuple[str, Any], ...], list[UUID]] = defaultdict(list)
    for domain in domains:
        columns = score_columns(domain, facts(domain, banner))
        ids_by_score[tuple(columns.items())].append(domain.id)
        changes.append(FindingsChange.of(domain, columns["findings"]))
    for score, ids in ids_by_score.items():
        queries.update_domains(session, ids, {**banner_columns(banner), **dict(score)})
    record_conditions(session, changes, ctx.now())


def _banner_of(domain: Domain) -> BannerFacts:
    return BannerFacts(
        policy_url=domain.banner_policy_url,
        purposes_named=domain.banner_purposes_named,
        locales=tuple(domain.banner_locales.split(LIST_SEPARATOR)),
        equal_choice=domain.banner_equal_choice,
        nothing_prechosen=domain.banner_nothing_prechosen,
        withdrawable=domain.banner_withdrawable,
    )


def record_conditions(session: Session, changes: Iterable[FindingsChange], now: datetime) -> None:
    """Open a condition for each new finding, and close those of findings that are fixed."""
    new_findings = []
    ended: dict[frozenset[str], list[UUID]] = defaultdict(list)
    for change in changes:
        before, after = _rules(change.before), _rules(change.after)
        new_findings += [
            {
                "workspace_id": change.workspace_id,
                "domain_id": change.domain_id,
                "rule": rule,
                "began_at": now,
            }
            for rule in sorted(after - before)
        ]
        if before - after:
            ended[before - after].append(change.domain_id)
    for rules, domain_ids in ended.items():
        check_queries.end_conditions(session, domain_ids, rules, now)
    if new_findings:
        check_queries.begin_conditions(session, new_findings)


def _rules(findings: str) -> frozenset[str]:
    return frozenset(stored_list(findings))
