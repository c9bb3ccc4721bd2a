"""The stored scores of domains: written with every change of what they follow from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict
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
from consent_app.domains import check_queries, queries
from consent_app.domains.models import Domain

_SEPARATOR = ","


def get_assessment(domain: Domain) -> Assessment:
    """Return the domain's score and findings."""
    return read_assessment(domain.score, domain.findings)


def update_score(session: Session, domain: Domain) -> None:
    """Score a domain again whose row the caller has locked, after a change of it."""
    scanned = check_queries.get_scanned(session, [domain.id]).get(domain.id)
    for name, value in score_columns(domain, _banner_of(domain), scanned=scanned).items():
        setattr(domain, name, value)


def record_publications(
    session: Session, workspace_id: UUID, ids: Collection[UUID], banner: BannerFacts
) -> dict[UUID, int]:
    """Raise the publish counters of a workspace's domains by one and return them by domain.

    What the rules need of the banner is noted, and the domains are scored again. The rows stay
    locked to the end of the transaction, so that no two publications share a number. Domains that
    were deleted in the meantime are left out.
    """
    domains = queries.lock_domains(session, workspace_id, ids)
    _write_banner(session, domains, banner)
    return queries.count_publications(session, [domain.id for domain in domains])


def record_drafts(
    session: Session, workspace_id: UUID, ids: Collection[UUID], banner: BannerFacts
) -> None:
    """Note what the rules need of a draft, for those of the domains that published nothing yet."""
    domains = queries.lock_domains(session, workspace_id, ids)
    _write_banner(session, [row for row in domains if row.published_version is None], banner)


def banner_columns(banner: BannerFacts) -> dict[str, bool | str]:
    """Return the columns that keep what the rules need of a domain's banner."""
    columns = {f"banner_{name}": value for name, value in asdict(banner).items()}
    columns["banner_locales"] = _SEPARATOR.join(banner.locales)
    return columns


def score_columns(domain: Domain, banner: BannerFacts, *, scanned: bool | None) -> dict[str, Any]:
    """Return the columns that keep a domain's score with this banner."""
    assessment = assess(
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
    return {"score": assessment.score, "findings": assessment.finding_ids}


def _write_banner(session: Session, domains: Sequence[Domain], banner: BannerFacts) -> None:
    """Write the banner's columns and the scores, in a statement for each different score."""
    scanned = check_queries.get_scanned(session, [domain.id for domain in domains])
    ids_by_score: dict[tuple[tuple[str, Any], ...], list[UUID]] = defaultdict(list)
    for domain in domains:
        columns = score_columns(domain, banner, scanned=scanned.get(domain.id))
        ids_by_score[tuple(columns.items())].append(domain.id)
    for score, ids in ids_by_score.items():
        queries.update_domains(session, ids, {**banner_columns(banner), **dict(score)})


def _banner_of(domain: Domain) -> BannerFacts:
    return BannerFacts(
        policy_url=domain.banner_policy_url,
        purposes_named=domain.banner_purposes_named,
        locales=tuple(domain.banner_locales.split(_SEPARATOR)),
        equal_choice=domain.banner_equal_choice,
        nothing_prechosen=domain.banner_nothing_prechosen,
        withdrawable=domain.banner_withdrawable,
    )
