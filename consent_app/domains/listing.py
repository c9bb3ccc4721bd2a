"""Listing a workspace's domains."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.domains import queries
from consent_app.domains.billing_unit import Billing, bill
from consent_app.domains.covering import allowance_of
from consent_app.domains.models import Domain
from consent_app.domains.queries import Filters
from consent_app.domains.scanning import ScanState, scan_states


@dataclass(frozen=True, slots=True)
class DomainPage:
    """A page of domains, with what the interface's DomainList says beside it."""

    domains: list[Domain]
    more: bool
    counts: dict[str, int]
    status: str | None
    billing: Billing
    limit: int | None
    scans: dict[UUID, ScanState]


def list_domains(
    session: Session,
    app: Application,
    workspace_id: UUID,
    filters: Filters,
    limit: int,
    cursor: UUID | None,
) -> DomainPage:
    """Return a page of a workspace's domains, in six queries whatever their number."""
    found = queries.page(session, workspace_id, filters, limit + 1, cursor)
    allowance = allowance_of(session, app, workspace_id)
    return DomainPage(
        domains=found[:limit],
        more=len(found) > limit,
        counts=queries.counts(session, workspace_id, filters),
        status=filters.status,
        billing=bill(queries.sites(session, workspace_id), allowance),
        limit=allowance,
        scans=scan_states(session, [domain.id for domain in found[:limit]]),
    )
