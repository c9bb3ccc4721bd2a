"""The stored scores and conditions of domains: written with every change of what they follow from.

A condition is one occurrence of a finding, from its beginning to its end; the feed goes by it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
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
from consent_app.domains.models import FINDINGS_SEPARATOR, Domain


@dataclass(frozen=True, slots=True)
class FindingsChange:
    """The findings of a domain before and after it was scored again, as its row keeps them."""

    workspace_id: UUID
    domain_id: UUID
    before: str
    after: str

    @classmethod
    def of(cls, domain: Domain, after: str) -> FindingsChange:
        """Return the change of a domain's present findings to ``after``."""
        return cls(domain.workspace_id, domain.id, domain.findings, after)

    @classmethod
    def of_new(cls, domain: Domain) -> FindingsChange:
        """Return the change of a domain that was just inserted."""
        return cls(domain.workspace_id, domain.id, "", domain.findings)


def get_assessment(domain: Domain) -> Assessment:
    """Return the domain's score and findings."""
    return read_assessment(domain.score, domain.findings)


def update_score(session: Session, domain: Domain, now: datetime) -> None:
    """Score a domain again whose row the caller has locked, after a change of it."""
    scanned = check_queries.get_scanned(session, [domain.id]).get(domain.id)
    columns = score_columns(domain, _banner_of(domain), scanned=scanned)
    change = FindingsChange.of(domain, columns["findings"])
    for name, value in columns.items():
        setattr(domain, name, value)
    record_conditions(session, [change], now)


def record_publications(
    ctx: Context, ids: Collection[UUID], banner: BannerFacts
) -> dict[UUID, int]:
    """Raise the publish counters of the workspace's domains by one and return them by domain.

    What the rules need of the banner is noted, and the domains are scored again. The rows stay
    locked to the end of the transaction, so that no two publications share a number. Domains that
    were deleted in the meantime are left out.
    """
    domains = queries.lock_domains(ctx.session, ctx.workspace_id, ids)
    _write_banner(ctx, domains, banner)
    return queries.count_publications(ctx.session, [domain.id for domain in domains])


def record_drafts(ctx: Context, ids: Collection[UUID], banner: BannerFacts) -> None:
    """Note what the rules need of a draft, for those of the domains that published nothing yet."""
    domains = queries.lock_domains(ctx.session, ctx.workspace_id, ids)
    _write_banner(ctx, [row for row in domains if row.published_version is None], banner)


def banner_columns(banner: BannerFacts) -> dict[str, bool | str]:
    """Return the columns that keep what the rules need of a domain's banner."""
    columns = {f"banner_{name}": value for name, value in asdict(banner).items()}
    columns["banner_locales"] = FINDINGS_SEPARATOR.join(banner.locales)
    return columns


def score_columns(domain: Domain, banner: BannerFacts, *, scanned: bool | None) -> dict[str, Any]:
    """Return the columns that keep a domain's score with this banner."""
    assessment = _assess(domain, banner, scanned=scanned)
    return {"score": assessment.score, "findings": assessment.finding_ids}


def assess_banner(session: Session, domain: Domain, banner: BannerFacts) -> Assessment:
    """Return the score and the findings that a domain would have with this banner."""
    scanned = check_queries.get_scanned(session, [domain.id]).get(domain.id)
    return _assess(domain, banner, scanned=scanned)


def _assess(domain: Domain, banner: BannerFacts, *, scanned: bool | None) -> Assessment:
    return assess(
        ComplianceFacts(
            region=domain.region,
            verified=domain.status == "verified",
            ssl_ok=domain.ssl_ok,
            scanned=scanned,
            gpc_refuses=domain.gpc_refuses,
            renew_after_months=domain.renew_after_months,
            banner=banner,
        )
    )


def _write_banner(ctx: Context, domains: Sequence[Domain], banner: BannerFacts) -> None:
    """Write the banner's columns and the scores, in a statement for each different score."""
    session, changes = ctx.session, []
    scanned = check_queries.get_scanned(session, [domain.id for domain in domains])
    ids_by_score: dict[tuple[tuple[str, Any], ...], list[UUID]] = defaultdict(list)
    for domain in domains:
        columns = score_columns(domain, banner, scanned=scanned.get(domain.id))
        ids_by_score[tuple(columns.items())].append(domain.id)
        changes.append(FindingsChange.of(domain, columns["findings"]))
    for score, ids in ids_by_score.items():
        queries.update_domains(session, ids, {**banner_columns(banner), **dict(score)})
    record_conditions(session, changes, ctx.now())


def _banner_of(domain: Domain) -> BannerFacts:
    return BannerFacts(
        policy_url=domain.banner_policy_url,
        purposes_named=domain.banner_purposes_named,
        locales=tuple(domain.banner_locales.split(FINDINGS_SEPARATOR)),
        equal_choice=domain.banner_equal_choice,
        nothing_prechosen=domain.banner_nothing_prechosen,
        withdrawable=domain.banner_withdrawable,
    )


def record_conditions(session: Session, changes: Iterable[FindingsChange], now: datetime) -> None:
    """Begin a condition for each new finding, and end those of findings that are gone."""
    begun = []
    ended: dict[frozenset[str], list[UUID]] = defaultdict(list)
    for change in changes:
        before, after = _rules(change.before), _rules(change.after)
        begun += [
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
        queries.end_conditions(session, domain_ids, rules, now)
    if begun:
        queries.begin_conditions(session, begun)


def _rules(findings: str) -> frozenset[str]:
    return frozenset(rule for rule in findings.split(FINDINGS_SEPARATOR) if rule)
