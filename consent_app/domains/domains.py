"""Domains: adding, reading, listing, changing and deleting them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.billing.service import BilledSite, PlanUsage, plan_usage
from consent_app.compliance.service import DEFAULT_BANNER
from consent_app.context import Context
from consent_app.db.constraints import violates
from consent_app.db.ids import new_id
from consent_app.domains import events, queries, scores
from consent_app.domains.groups import lock_group
from consent_app.domains.models import Domain
from consent_app.domains.queries import DomainFilters
from consent_app.errors import (
    DomainAllowanceExceeded,
    HostnameTaken,
    NotFound,
    QuotaExceeded,
    ValidationFailed,
)
from consent_app.events.event import Change
from consent_app.net.hostname import Hostname, HostnameError, decoded_hostname, parse_hostname
from consent_app.scans.service import ScanState, get_scan_states
from consent_app.text import camel_case
from consent_app.workspaces.service import (
    Workspace,
    ensure_retention_for_region,
    get_own_workspace,
    lock_own_workspace,
)

RENEW_AFTER_MONTHS = 12
MAX_UNVERIFIED = 200
"""How many unverified domains a workspace may have."""
FIRST_CHECK = timedelta(hours=1)
"""The first scheduled check runs this long after a domain is added or its method changed."""

NO_SCANS = ScanState()
_NOT_A_GROUP = "must be a group of this workspace"
_DETAILS = ("region", "group_id", "verify_method", "install_method")
_SETTINGS = (
    *("gpc_refuses", "renew_after_months", "share_subdomains", "count_impressions"),
    *("reload_on_withdrawal", "unknown_place", "limit_sensitive", "gpp"),
)


@dataclass(frozen=True, slots=True)
class NewDomain:
    """The request to add a domain."""

    hostname: str
    region: str | None = None
    group_id: UUID | None = None
    verify_method: str = "script"
    install_method: str = "script"


@dataclass(frozen=True, slots=True)
class DomainDetails:
    """A domain with its place in the plan and the state of its scans."""

    domain: Domain
    usage: PlanUsage
    scans: ScanState = NO_SCANS


@dataclass(frozen=True, slots=True)
class DomainPage:
    """A page of domains; ``counts`` are by status, ``cursor`` is that of the next page, if any."""

    domains: list[DomainDetails]
    cursor: UUID | None
    counts: dict[str, int]
    status: str | None
    usage: PlanUsage


def get_domain(ctx: Context, domain_id: UUID) -> Domain:
    """Return a domain of the caller's workspace. Raises NotFound."""
    domain = queries.get_domain(ctx.session, ctx.workspace_id, domain_id)
    if domain is None:
        raise NotFound
    return domain


def get_details(ctx: Context, domain_id: UUID) -> DomainDetails:
    """Return a domain of the caller's workspace with its details. Raises NotFound."""
    return with_details(ctx, get_domain(ctx, domain_id))


def with_details(ctx: Context, domain: Domain) -> DomainDetails:
    """Return a domain with its details. Raises NotFound if it was deleted since it was read."""
    usage = get_plan_usage(ctx.session, ctx.app, get_own_workspace(ctx))
    if domain.id not in usage.billed_as:
        raise NotFound
    scans = get_scan_states(ctx.session, [domain.id]).get(domain.id, NO_SCANS)
    return DomainDetails(domain, usage, scans)


def list_domains(
    ctx: Context, filters: DomainFilters, limit: int, cursor: UUID | None
) -> DomainPage:
    """Return a page of the workspace's domains, with six queries for any number of them."""
    session, workspace_id = ctx.session, ctx.workspace_id
    rows = queries.get_page(session, workspace_id, filters, limit + 1, cursor)
    usage = get_plan_usage(session, ctx.app, get_own_workspace(ctx))
    # Without those deleted since the query before.
    domains = [domain for domain in rows[:limit] if domain.id in usage.billed_as]
    scans = get_scan_states(session, [domain.id for domain in domains])
    return DomainPage(
        domains=[DomainDetails(row, usage, scans.get(row.id, NO_SCANS)) for row in domains],
        cursor=rows[limit - 1].id if len(rows) > limit else None,
        counts=queries.count_by_status(session, workspace_id, filters),
        status=filters.status,
        usage=usage,
    )


def add_domain(ctx: Context, new: NewDomain) -> DomainDetails:
    """Add a domain to the caller's workspace.

    Raises ValidationFailed (hostname, group), HostnameTaken, DomainAllowanceExceeded, and
    QuotaExceeded: without a quota, anybody could have other people's sites checked forever.
    """
    session, workspace_id = ctx.session, ctx.workspace_id
    try:
        hostname = parse_hostname(new.hostname)
    except HostnameError as error:
        raise ValidationFailed.at("#/hostname", str(error)) from None
    # One at a time, so that concurrent requests cannot both take the last place.
    workspace = lock_own_workspace(ctx)
    if not lock_group(ctx, new.group_id):
        raise ValidationFailed.at("#/groupId", _NOT_A_GROUP)
    limit = ctx.app.settings.plan(workspace.plan).domains
    sites = queries.get_billed_sites(session, workspace_id)
    if any(site.hostname == hostname.name for site in sites):
        raise HostnameTaken
    domain = make_domain(workspace_id, hostname, new, ctx.now())
    usage = plan_usage([*sites, BilledSite(domain.id, hostname.name, hostname.root)], limit)
    if domain.id in usage.over:
        raise DomainAllowanceExceeded
    if queries.count_unverified(session, workspace_id) >= MAX_UNVERIFIED:
        raise QuotaExceeded(
            f"A workspace can have at most {MAX_UNVERIFIED} domains that are not verified."
            " Verify or delete some of them first."
        )
    insert_domain(session, domain)
    changes = (Change("hostname", None, domain.hostname),)
    ctx.emit(events.DomainAdded(subject_id=domain.id, changes=changes, hostname=domain.hostname))
    ensure_retention_for_region(ctx, domain.region)
    return DomainDetails(domain, usage)


def make_domain(workspace_id: UUID, hostname: Hostname, new: NewDomain, now: datetime) -> Domain:
    """Return a new domain, before any check."""
    domain = Domain(
        id=new_id(),
        workspace_id=workspace_id,
        hostname=hostname.name,
        unicode_hostname=decoded_hostname(hostname.name),
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
        unknown_place="strictest",
        limit_sensitive=False,
        gpp="off",
        visitor_rules="",
        next_check_at=now + FIRST_CHECK,
        failed_checks=0,
        **scores.banner_columns(DEFAULT_BANNER),
    )
    applied = scores.rules_of(domain, [], now)
    facts = scores.ScoredFacts(DEFAULT_BANNER, applied, scanned=None)
    for name, value in scores.score_columns(domain, facts).items():
        setattr(domain, name, value)
    return domain


def insert_domain(session: Session, domain: Domain) -> None:
    """Insert a domain, whose findings begin with its creation. Raises HostnameTaken."""
    try:
        with session.begin_nested():
            session.add(domain)
    except IntegrityError as error:
        columns = "domains.workspace_id, domains.hostname"
        if violates(error, "uq_domains_workspace_id_hostname", columns):
            raise HostnameTaken from None
        raise
    scores.record_conditions(session, [scores.FindingsChange.of_new(domain)], domain.created_at)


def change_domain(ctx: Context, domain_id: UUID, values: Mapping[str, Any]) -> DomainDetails:
    """Change a domain's region, group or methods.

    A changed method leaves the status unchanged, and the domain is checked again soon. Raises
    NotFound, and ValidationFailed for a group of another workspace.
    """
    ensure_retention_for_region(ctx, values.get("region"))
    # The group first, like a deletion of the group.
    group_exists = lock_group(ctx, values.get("group_id"))
    domain = lock_domain(ctx, domain_id)
    if not group_exists:
        raise ValidationFailed.at("#/groupId", _NOT_A_GROUP)
    former_method = domain.verify_method
    changes = _apply(domain, values, _DETAILS)
    if domain.verify_method != former_method:
        # The result of the last check was about the former method.
        domain.verify_reason = None
        domain.failed_checks = 0
        domain.next_check_at = ctx.now() + FIRST_CHECK
    _score_and_announce(ctx, events.DomainChanged, domain, changes)
    return with_details(ctx, domain)


def change_settings(ctx: Context, domain_id: UUID, values: Mapping[str, Any]) -> Domain:
    """Change the settings that affect a domain's visitors. Raises NotFound."""
    domain = lock_domain(ctx, domain_id)
    changes = _apply(domain, values, _SETTINGS)
    _score_and_announce(ctx, events.DomainSettingsChanged, domain, changes)
    return domain


def delete_domain(ctx: Context, domain_id: UUID) -> None:
    """Delete a domain. Receipts, versions and audit events stay. Raises NotFound.

    Of concurrent calls one deletes it, and the others find nothing.
    """
    hostname = queries.delete_domain(ctx.session, ctx.workspace_id, domain_id)
    if hostname is None:
        raise NotFound
    changes = (Change("hostname", hostname, None),)
    ctx.emit(events.DomainDeleted(subject_id=domain_id, changes=changes))


def get_plan_usage(session: Session, app: Application, workspace: Workspace) -> PlanUsage:
    """Return how the workspace's domains are billed, and which its plan does not cover."""
    limit = app.settings.plan(workspace.plan).domains
    return plan_usage(queries.get_billed_sites(session, workspace.id), limit)


def lock_domain(ctx: Context, domain_id: UUID) -> Domain:
    """Return a domain of the caller's workspace, locked. Raises NotFound."""
    domain = queries.lock_domain(ctx.session, ctx.workspace_id, domain_id)
    if domain is None:
        raise NotFound
    return domain


def _apply(domain: Domain, values: Mapping[str, Any], names: tuple[str, ...]) -> list[Change]:
    """Set the values that differ, and return them as changes for the audit log, which names them as
    the API does."""
    changes = []
    for name in names:
        before = getattr(domain, name)
        if name in values and values[name] != before:
            setattr(domain, name, values[name])
            changes.append(Change(camel_case(name), _text(before), _text(values[name])))
    return changes


def _text(value: Any) -> str | None:
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


def _score_and_announce(
    ctx: Context,
    event_type: type[events.DomainChanged | events.DomainSettingsChanged],
    domain: Domain,
    changes: list[Change],
) -> None:
    if changes:
        scores.update_score(ctx.session, domain, ctx.now())
        hostname = Change("hostname", None, domain.hostname)
        ctx.emit(event_type(subject_id=domain.id, changes=(hostname, *changes)))
    ctx.session.flush()
