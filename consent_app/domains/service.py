"""Domains: adding them, listing them, and whether a plan covers them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.audit.service import Event, Source, record
from consent_app.db.constraints import violates
from consent_app.db.ids import new_id
from consent_app.domains import queries
from consent_app.domains.billing_unit import Billing, Site, bill
from consent_app.domains.compliance import (
    DEFAULT_BANNER,
    BannerFacts,
    Compliance,
    Facts,
    assess,
    regime_of,
)
from consent_app.domains.hostname import Hostname, HostnameError, origin_belongs, parse_hostname
from consent_app.domains.models import Domain
from consent_app.domains.queries import Filters
from consent_app.errors import DomainAllowanceExceeded, HostnameTaken, ValidationFailed
from consent_app.runtime import Runtime
from consent_app.workspaces.service import (
    Workspace,
    find_workspace,
    happened,
    is_suspended,
    lock_workspace,
)

RENEW_AFTER_MONTHS = 12
FIRST_CHECK = timedelta(hours=1)
"""How long a new domain's owner has for the record or the tag before the first check by itself."""

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
    "add_domain",
    "billing_of",
    "compliance_of",
    "count_publication",
    "find_domain",
    "find_domain_for_visitors",
    "insert_domain",
    "is_held",
    "list_domains",
    "make_domain",
    "note_draft",
    "origin_belongs",
    "regime_of",
]

count_publication = queries.count_publication
note_draft = queries.note_draft
find_domain = queries.domain
find_domain_for_visitors = queries.domain_for_visitors


@dataclass(frozen=True, slots=True)
class NewDomain:
    """What an owner says of a domain that is added."""

    hostname: str
    region: str | None = None
    group_id: UUID | None = None
    verify_method: str = "script"
    install_method: str = "script"


@dataclass(frozen=True, slots=True)
class DomainPage:
    """A page of domains, with what the interface's DomainList says beside it."""

    domains: list[Domain]
    more: bool
    counts: dict[str, int]
    status: str | None
    billing: Billing
    limit: int | None


def list_domains(
    session: Session,
    runtime: Runtime,
    workspace_id: UUID,
    filters: Filters,
    limit: int,
    cursor: UUID | None,
) -> DomainPage:
    """Return a page of a workspace's domains, in four queries whatever their number."""
    found = queries.page(session, workspace_id, filters, limit + 1, cursor)
    allowance = _allowance(session, runtime, workspace_id)
    return DomainPage(
        domains=found[:limit],
        more=len(found) > limit,
        counts=queries.counts(session, workspace_id, filters),
        status=filters.status,
        billing=bill(queries.sites(session, workspace_id), allowance),
        limit=allowance,
    )


def billing_of(session: Session, runtime: Runtime, workspace_id: UUID) -> Billing:
    """Return how the workspace's domains are billed, and which are over its plan's allowance."""
    allowance = _allowance(session, runtime, workspace_id)
    return bill(queries.sites(session, workspace_id), allowance)


def is_held(session: Session, runtime: Runtime, workspace: Workspace, domain: Domain) -> bool:
    """Whether a domain asks nobody: its workspace is suspended, or it is over the allowance."""
    if is_suspended(workspace, runtime.now()):
        return True
    if runtime.settings.plan(workspace.plan).domains is None:
        return False
    return domain.id in billing_of(session, runtime, workspace.id).over


def add_domain(
    session: Session,
    runtime: Runtime,
    source: Source,
    workspace_id: UUID,
    added_by: UUID,
    new: NewDomain,
) -> tuple[Domain, Billing]:
    """Add a domain and return it, with the billing that follows.

    Raises ValidationFailed (hostname, group), HostnameTaken and DomainAllowanceExceeded.
    """
    try:
        hostname = parse_hostname(new.hostname)
    except HostnameError as error:
        raise ValidationFailed.at("#/hostname", str(error)) from None
    if new.group_id is not None and not queries.group_exists(session, workspace_id, new.group_id):
        raise ValidationFailed.at("#/groupId", "must be a group of this workspace")
    # One at a time, so that two at once cannot both take the last place.
    lock_workspace(session, workspace_id)
    allowance = _allowance(session, runtime, workspace_id)
    there = queries.sites(session, workspace_id)
    if any(site.hostname == hostname.name for site in there):
        raise HostnameTaken
    domain = make_domain(workspace_id, hostname, new, runtime.now())
    billing = bill([*there, Site(domain.id, hostname.name, hostname.root)], allowance)
    if domain.id in billing.over:
        raise DomainAllowanceExceeded
    insert_domain(session, domain)
    happened(
        session,
        runtime,
        workspace_id,
        "domain_added",
        domain_id=domain.id,
        hostname=domain.hostname,
    )
    event = Event(
        "domain.added", added_by, workspace_id, domain.id, detail={"hostname": domain.hostname}
    )
    record(session, runtime, source, event)
    return domain, billing


def compliance_of(domain: Domain) -> Compliance:
    """Return the domain's score and findings, of its published banner or the default one.

    There is no scanner yet, so no domain has been scanned.
    """
    return assess(
        Facts(
            region=domain.region,
            verified=domain.status == "verified",
            ssl_ok=domain.ssl_ok,
            scanned=False,
            gpc_refuses=domain.gpc_refuses,
            renew_after_months=domain.renew_after_months,
            banner=BannerFacts(
                policy_url=domain.banner_policy_url,
                purposes_named=domain.banner_purposes_named,
                locales=tuple(domain.banner_locales.split(",")),
                equal_choice=domain.banner_equal_choice,
                nothing_prechosen=domain.banner_nothing_prechosen,
                withdrawable=domain.banner_withdrawable,
            ),
        )
    )


def make_domain(workspace_id: UUID, hostname: Hostname, new: NewDomain, now: datetime) -> Domain:
    """Return a domain as it is before anything happened to it."""
    return Domain(
        id=new_id(),
        workspace_id=workspace_id,
        hostname=hostname.name,
        root_domain=hostname.root,
        status="pending",
        verify_method=new.verify_method,
        verify_token=f"cv_{secrets.token_hex(16)}",
        ssl_ok=False,
        group_id=new.group_id,
        region=new.region,
        install_method=new.install_method,
        created_at=now,
        gpc_refuses="all",
        renew_after_months=RENEW_AFTER_MONTHS,
        share_subdomains=False,
        count_impressions=True,
        reload_on_withdrawal=False,
        next_check_at=now + FIRST_CHECK,
        failed_checks=0,
        **queries.banner_columns(DEFAULT_BANNER),
    )


def insert_domain(session: Session, domain: Domain) -> None:
    """Insert a domain. Raises HostnameTaken."""
    try:
        with session.begin_nested():
            session.add(domain)
    except IntegrityError as error:
        if violates(
            error,
            "uq_domains_workspace_id_hostname",
            "domains.workspace_id, domains.hostname",
        ):
            raise HostnameTaken from None
        raise


def _allowance(session: Session, runtime: Runtime, workspace_id: UUID) -> int | None:
    workspace = find_workspace(session, workspace_id)
    assert workspace is not None
    return runtime.settings.plan(workspace.plan).domains
