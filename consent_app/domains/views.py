"""The domain routes, of the panel and of the read API."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.api.json import JsonResponse
from consent_app.api.paging import next_link
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.application import Application
from consent_app.audit.service import Source, source_of
from consent_app.domains import changing
from consent_app.domains.models import Domain
from consent_app.domains.presenting import (
    NEVER,
    present,
    present_compliance,
    present_list,
    present_settings,
)
from consent_app.domains.scanning import ScanState, scan_states
from consent_app.domains.service import (
    Filters,
    NewDomain,
    add_domain,
    billing_of,
    compliance_of,
    list_domains,
)

CHANGES = {
    "region": "region",
    "groupId": "group_id",
    "verifyMethod": "verify_method",
    "installMethod": "install_method",
    "gpcRefuses": "gpc_refuses",
    "renewAfterMonths": "renew_after_months",
    "shareSubdomains": "share_subdomains",
    "countImpressions": "count_impressions",
    "reloadOnWithdrawal": "reload_on_withdrawal",
}
"""What a body may change, and the column that keeps it."""


@api_view("domains", "GET", permission="panel:viewer")
def get_domains(request: Request) -> JsonResponse:
    """List the workspace's domains."""
    return _list(request)


@api_view("api_domains", "GET", permission="key:domains:read")
def get_api_domains(request: Request) -> JsonResponse:
    """List the domains of the key's workspace."""
    return _list(request)


@api_view("domains", "POST", permission="panel:admin")
def create_domain(request: Request) -> dict[str, Any]:
    """Add a domain."""
    body = request.openapi_validated.body
    group_id = body.get("groupId")
    new = NewDomain(
        hostname=body["hostname"],
        region=body.get("region"),
        group_id=UUID(group_id) if group_id else None,
        verify_method=body.get("verifyMethod", "script"),
        install_method=body.get("installMethod", "script"),
    )
    domain, billing = add_domain(
        request.db,
        request.app,
        source_of(request),
        request.identity.workspace_id,
        request.identity.user_id,
        new,
    )
    return present(domain, billing, NEVER)


@api_view("domain", "GET", permission="panel:viewer")
def get_domain(request: Request) -> dict[str, Any]:
    """Read a domain."""
    return _present(request, _read(request))


@api_view("domain", "PATCH", permission="panel:admin")
def update_domain(request: Request) -> dict[str, Any]:
    """Change a domain."""
    domain = changing.change_domain(*_change(request), _changes(request))
    return _present(request, domain)


@api_view("domain", "DELETE", permission="panel:admin")
def delete_domain(request: Request) -> None:
    """Delete a domain."""
    changing.delete_domain(*_change(request))


@api_view("domain_compliance", "GET", permission="panel:viewer")
def get_compliance(request: Request) -> dict[str, Any]:
    """Read a domain's score and findings."""
    return _present_compliance(request, _read(request))


@api_view("domain_settings", "GET", permission="panel:viewer")
def get_settings(request: Request) -> dict[str, Any]:
    """Read the settings that a domain's visitors feel."""
    return present_settings(_read(request))


@api_view("domain_settings", "PATCH", permission="panel:admin")
def update_settings(request: Request) -> dict[str, Any]:
    """Change the settings that a domain's visitors feel."""
    return present_settings(changing.change_settings(*_change(request), _changes(request)))


def _present_compliance(request: Request, domain: Domain) -> dict[str, Any]:
    scanned = _scans(request, domain).completed
    return present_compliance(compliance_of(domain, scanned=scanned))


def _read(request: Request) -> Domain:
    domain_id = request.openapi_validated.parameters.path["domainId"]
    return changing.read_domain(request.db, request.identity.workspace_id, domain_id)


def _change(request: Request) -> tuple[Session, Application, Source, UUID, UUID, UUID]:
    """Return what every change begins with: by whom, from where, and of which domain."""
    return (
        request.db,
        request.app,
        source_of(request),
        request.identity.workspace_id,
        request.identity.user_id,
        request.openapi_validated.parameters.path["domainId"],
    )


def _changes(request: Request) -> dict[str, Any]:
    body = request.openapi_validated.body
    changes = {CHANGES[name]: value for name, value in body.items()}
    if changes.get("group_id") is not None:
        changes["group_id"] = UUID(changes["group_id"])
    return changes


def _present(request: Request, domain: Domain) -> dict[str, Any]:
    billing = billing_of(request.db, request.app, domain.workspace_id)
    return present(domain, billing, _scans(request, domain))


def _scans(request: Request, domain: Domain) -> ScanState:
    return scan_states(request.db, [domain.id]).get(domain.id, NEVER)


def _list(request: Request) -> JsonResponse:
    query = request.openapi_validated.parameters.query
    page = list_domains(
        request.db,
        request.app,
        request.identity.workspace_id,
        Filters(query.get("status"), query.get("q"), query.get("groupId"), query.get("region")),
        query["limit"],
        query.get("cursor"),
    )
    headers = next_link(request, cursor=str(page.domains[-1].id)) if page.more else None
    return JsonResponse(present_list(page), headers=headers)
