"""Adding a domain to a workspace."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.db.constraints import violates
from consent_app.db.ids import new_id
from consent_app.domains import queries
from consent_app.domains.billing_unit import Billing, Site, bill
from consent_app.domains.compliance import DEFAULT_BANNER
from consent_app.domains.covering import allowance_of
from consent_app.domains.hostname import Hostname, HostnameError, parse_hostname
from consent_app.domains.models import Domain
from consent_app.errors import (
    DomainAllowanceExceeded,
    HostnameTaken,
    QuotaExceeded,
    ValidationFailed,
)
from consent_app.workspaces.service import happened, lock_workspace

RENEW_AFTER_MONTHS = 12
MOST_UNVERIFIED = 200
"""How many domains of a workspace may be not verified, or no longer so."""
FIRST_CHECK = timedelta(hours=1)
"""How long a new domain's owner has for the record or the tag before the first check by itself."""


@dataclass(frozen=True, slots=True)
class NewDomain:
    """What an owner says of a domain that is added."""

    hostname: str
    region: str | None = None
    group_id: UUID | None = None
    verify_method: str = "script"
    install_method: str = "script"


def add_domain(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    added_by: UUID,
    new: NewDomain,
) -> tuple[Domain, Billing]:
    """Add a domain and return it, with the billing that follows.

    Raises ValidationFailed (hostname, group), HostnameTaken, DomainAllowanceExceeded and
    QuotaExceeded: whoever controls no domain could have the world's sites checked all the time.
    """
    try:
        hostname = parse_hostname(new.hostname)
    except HostnameError as error:
        raise ValidationFailed.at("#/hostname", str(error)) from None
    if new.group_id is not None and not queries.group_exists(session, workspace_id, new.group_id):
        raise ValidationFailed.at("#/groupId", "must be a group of this workspace")
    # One at a time, so that two at once cannot both take the last place.
    lock_workspace(session, workspace_id)
    allowance = allowance_of(session, app, workspace_id)
    there = queries.sites(session, workspace_id)
    if any(site.hostname == hostname.name for site in there):
        raise HostnameTaken
    domain = make_domain(workspace_id, hostname, new, app.now())
    billing = bill([*there, Site(domain.id, hostname.name, hostname.root)], allowance)
    if domain.id in billing.over:
        raise DomainAllowanceExceeded
    if queries.count_unverified(session, workspace_id) >= MOST_UNVERIFIED:
        raise QuotaExceeded(
            f"A workspace has {MOST_UNVERIFIED} domains at most that are not verified. Verify or"
            " delete some of them first."
        )
    insert_domain(session, domain)
    happened(
        session,
        app,
        workspace_id,
        "domain_added",
        domain_id=domain.id,
        hostname=domain.hostname,
    )
    event = Event(
        "domain.added", added_by, workspace_id, domain.id, detail={"hostname": domain.hostname}
    )
    record(session, app, source, event)
    return domain, billing


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
