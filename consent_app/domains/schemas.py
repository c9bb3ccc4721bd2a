"""Domains and groups as JSON (``docs/decisions.md`` §8)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from consent_app.domains.domains import DomainDetails, DomainPage
from consent_app.domains.models import STATUSES, Domain, DomainGroup
from consent_app.domains.rules import DomainRuleState
from consent_app.openapi.json import timestamp
from consent_app.scans.service import Scan
from consent_app.text import LOCALES, stored_list
from consent_app.translations import translated

_NO_SCAN = {"status": "none", "id": None, "startedAt": None}


def domain(details: DomainDetails, language: str = LOCALES[0]) -> dict[str, Any]:
    """Return the Domain of the document. The last check's reason is in ``language``."""
    row, usage, scans = details.domain, details.usage, details.scans
    reason = row.verify_reason if row.status != "verified" else None
    return {
        "id": str(row.id),
        "hostname": row.hostname,
        "rootDomain": row.root_domain,
        "billedAs": usage.billed_as[row.id],
        "status": row.status,
        "verifyMethod": row.verify_method,
        "verifyToken": row.verify_token,
        "verifiedAt": _instant(row.verified_at),
        "verifyReason": translated(reason, language) if reason is not None else None,
        "lastCheckedAt": _instant(row.last_checked_at),
        "sslOk": row.ssl_ok,
        "groupId": str(row.group_id) if row.group_id else None,
        "region": row.region,
        "installMethod": row.install_method,
        "createdAt": timestamp(row.created_at),
        "score": row.score,
        "overAllowance": row.id in usage.over,
        "lastScanAt": _instant(scans.last_scan_at),
        "activeScan": _scan(scans.active) if scans.active else _NO_SCAN,
    }


def domain_list(page: DomainPage, language: str) -> dict[str, Any]:
    """Return the DomainList of the document."""
    facets = {status: page.counts.get(status, 0) for status in STATUSES}
    total = sum(facets.values())
    return {
        "items": [domain(details, language) for details in page.domains],
        "facets": {"all": total, **facets},
        "total": facets[page.status] if page.status else total,
        "allowance": {"limit": page.usage.limit, "used": page.usage.used},
    }


def suspension(row: Domain) -> dict[str, Any]:
    """Return the member of Compliance that says since when a domain is suspended."""
    return {"suspendedAt": _instant(row.suspended_at)}


def domain_settings(domain: Domain) -> dict[str, Any]:
    """Return the DomainSettings of the document, which affect a domain's visitors."""
    return {
        "gpcRefuses": domain.gpc_refuses,
        "renewAfterMonths": domain.renew_after_months,
        "shareSubdomains": domain.share_subdomains,
        "countImpressions": domain.count_impressions,
        "reloadOnWithdrawal": domain.reload_on_withdrawal,
        "unknownPlace": domain.unknown_place,
        "limitSensitive": domain.limit_sensitive,
        "gpp": domain.gpp,
    }


def domain_rule(state: DomainRuleState, language: str) -> dict[str, Any]:
    """Return the DomainRule of the document, with its name in a supported language."""
    rule, row = state.rule, state.row
    override = row and {
        "model": row.model,
        "exempt": stored_list(row.exempt),
        "reason": row.reason,
        "changedAt": timestamp(row.changed_at),
    }
    return {
        "id": rule.id,
        "version": rule.version,
        "name": translated(rule.name, language),
        "places": list(rule.places),
        "model": rule.model,
        "exempt": list(rule.exempt),
        "gpcBinds": rule.gpc_binds,
        "source": rule.source,
        "effectiveFrom": rule.effective_from.isoformat(),
        "reviewedOn": rule.reviewed_on.isoformat(),
        "verified": rule.verified,
        "override": override,
        "applied": {"model": state.effective.model, "exempt": list(state.effective.exempt)},
    }


def domain_group(group: DomainGroup, domains: int) -> dict[str, Any]:
    """Return the DomainGroup of the document, with the number of its domains."""
    return {
        "id": str(group.id),
        "name": group.name,
        "domains": domains,
        "createdAt": timestamp(group.created_at),
    }


def _scan(scan: Scan) -> dict[str, Any]:
    return {
        "status": scan.status,
        "id": str(scan.id),
        "startedAt": _instant(scan.started_at),
    }


def _instant(instant: datetime | None) -> str | None:
    return timestamp(instant) if instant else None
