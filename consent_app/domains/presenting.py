"""Domains as the interface shows them (``docs/decisions.md`` §8)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from consent_app.api.json import timestamp
from consent_app.domains.billing_unit import Billing
from consent_app.domains.compliance import Compliance
from consent_app.domains.listing import DomainPage
from consent_app.domains.models import Domain, DomainGroup, Scan
from consent_app.domains.scanning import ScanState
from consent_app.domains.scoring import compliance_of

NO_SCAN = {"status": "none", "id": None, "startedAt": None}
NEVER = ScanState()


def present(domain: Domain, billing: Billing, scans: ScanState) -> dict[str, Any]:
    """Return the interface's Domain."""
    return {
        "id": str(domain.id),
        "hostname": domain.hostname,
        "rootDomain": domain.root_domain,
        "billedAs": billing.billed_as[domain.id],
        "status": domain.status,
        "verifyMethod": domain.verify_method,
        "verifyToken": domain.verify_token,
        "verifiedAt": _instant(domain.verified_at),
        "verifyReason": domain.verify_reason if domain.status != "verified" else None,
        "lastCheckedAt": _instant(domain.last_checked_at),
        "sslOk": domain.ssl_ok,
        "groupId": str(domain.group_id) if domain.group_id else None,
        "region": domain.region,
        "installMethod": domain.install_method,
        "createdAt": timestamp(domain.created_at),
        "score": compliance_of(domain, scanned=scans.completed).score,
        "overAllowance": domain.id in billing.over,
        "lastScanAt": _instant(scans.last_scan_at),
        "activeScan": _active(scans.active) if scans.active else NO_SCAN,
    }


def present_list(page: DomainPage) -> dict[str, Any]:
    """Return the interface's DomainList."""
    facets = {status: page.counts.get(status, 0) for status in ("pending", "verified", "failed")}
    total = sum(facets.values())
    return {
        "items": [
            present(domain, page.billing, page.scans.get(domain.id, NEVER))
            for domain in page.domains
        ],
        "facets": {"all": total, **facets},
        "total": facets[page.status] if page.status else total,
        "allowance": {"limit": page.limit, "used": page.billing.used},
    }


def present_settings(domain: Domain) -> dict[str, Any]:
    """Return the DomainSettings: what the visitors feel of it."""
    return {
        "gpcRefuses": domain.gpc_refuses,
        "renewAfterMonths": domain.renew_after_months,
        "shareSubdomains": domain.share_subdomains,
        "countImpressions": domain.count_impressions,
        "reloadOnWithdrawal": domain.reload_on_withdrawal,
    }


def present_compliance(compliance: Compliance) -> dict[str, Any]:
    """Return the score and its findings."""
    return {
        "score": compliance.score,
        "findings": [
            {
                "rule": rule.id,
                "title": rule.title,
                "weight": rule.weight,
                "source": rule.source,
                "remedy": rule.resolution,
            }
            for rule in compliance.findings
        ],
    }


def present_group(group: DomainGroup, domains: int) -> dict[str, Any]:
    """Return a group with the number of its domains."""
    return {
        "id": str(group.id),
        "name": group.name,
        "domains": domains,
        "createdAt": timestamp(group.created_at),
    }


def _active(scan: Scan) -> dict[str, Any]:
    return {
        "status": scan.status,
        "id": str(scan.id),
        "startedAt": _instant(scan.started_at),
    }


def _instant(instant: datetime | None) -> str | None:
    return timestamp(instant) if instant else None
