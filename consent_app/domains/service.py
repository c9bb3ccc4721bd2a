"""What other features may ask of domains."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.context import Context
from consent_app.domains import queries
from consent_app.domains.adding import NewDomain, add_domain, insert_domain, make_domain
from consent_app.domains.compliance import DEFAULT_BANNER, BannerFacts, regime_of
from consent_app.domains.covering import billing_of, is_held
from consent_app.domains.hostname import Hostname, origin_belongs
from consent_app.domains.listing import DomainPage, list_domains
from consent_app.domains.models import Domain
from consent_app.domains.queries import Filters
from consent_app.domains.scanning import ScanState, scan_states
from consent_app.domains.scoring import compliance_of
from consent_app.errors import NotFound

DEMO_HOSTNAME = "localhost"

__all__ = [
    "DEFAULT_BANNER",
    "DEMO_HOSTNAME",
    "BannerFacts",
    "Domain",
    "DomainPage",
    "Filters",
    "Hostname",
    "NewDomain",
    "ScanState",
    "add_domain",
    "billing_of",
    "compliance_of",
    "count_publication",
    "count_publications",
    "find_domain",
    "find_domain_for_visitors",
    "find_domains",
    "get_domain",
    "insert_domain",
    "is_held",
    "list_domains",
    "make_domain",
    "note_draft",
    "note_drafts",
    "origin_belongs",
    "regime_of",
    "scan_states",
    "search_domains",
]


def get_domain(ctx: Context, domain_id: UUID) -> Domain:
    """Return a domain of the caller's workspace. Raises NotFound."""
    domain = queries.domain(ctx.session, ctx.workspace_id, domain_id)
    if domain is None:
        raise NotFound
    return domain


def search_domains(session: Session, workspace_id: UUID, q: str, limit: int) -> list[Domain]:
    """Return the newest of a workspace's domains with ``q`` in their hostname."""
    return queries.page(session, workspace_id, Filters(q=q), limit, None)


count_publication = queries.count_publication
count_publications = queries.count_publications
find_domain = queries.domain
find_domains = queries.domains_of
find_domain_for_visitors = queries.domain_for_visitors
note_draft = queries.note_draft
note_drafts = queries.note_drafts
