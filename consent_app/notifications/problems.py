"""The problems in the feed, computed from the tables: each vanishes when it is mended."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from consent_app.domains.service import Domain, compliance_of
from consent_app.notifications.items import Item
from consent_app.notifications.kinds import CRITICAL_WEIGHT, QUIET_DAYS

# What a kind of its own tells, or what the owner cannot mend yet.
NOT_FINDINGS = frozenset({"domain_verified", "site_scanned"})


class DomainState(NamedTuple):
    """A domain with what its problems depend on.

    ``published_at`` is when the present version came, ``first_published_at`` when the first one
    did, ``last_seen_at`` when its last receipt was given; None where there was none.
    """

    domain: Domain
    published_at: datetime | None
    first_published_at: datetime | None
    last_seen_at: datetime | None


def problems_of(state: DomainState, now: datetime) -> Iterator[Item]:
    """Give the problems that a domain has at ``now``."""
    yield from _unverified(state)
    yield from _findings(state)
    yield from _no_traffic(state, now)


def _unverified(state: DomainState) -> Iterator[Item]:
    domain = state.domain
    if domain.status != "verified":
        yield Item.of_domain(
            "domain_unverified",
            domain.created_at,
            domain,
            detail=domain.verify_reason,
            mailed=domain.status == "failed",
        )


def _findings(state: DomainState) -> Iterator[Item]:
    domain = state.domain
    since = state.published_at or domain.created_at
    for rule in compliance_of(domain).findings:
        if rule.id not in NOT_FINDINGS:
            yield Item.of_domain(
                "compliance_finding",
                since,
                domain,
                subject=rule.id,
                urgent=rule.weight >= CRITICAL_WEIGHT,
                rule=rule.title,
                remedy=rule.remedy,
                source=rule.source,
            )


def _no_traffic(state: DomainState, now: datetime) -> Iterator[Item]:
    if state.first_published_at is None:
        return
    since = max(state.first_published_at, state.last_seen_at or state.first_published_at)
    quiet_since = since + timedelta(days=QUIET_DAYS)
    if quiet_since <= now:
        yield Item.of_domain("no_traffic", quiet_since, state.domain)
