"""The domain routes, of the panel and of the read API."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.json import JsonResponse
from consent_app.api.paging import next_link
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.domains.presenting import present, present_list
from consent_app.domains.service import Filters, NewDomain, add_domain, list_domains


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
        request.runtime,
        source_of(request),
        request.identity.workspace_id,
        request.identity.user_id,
        new,
    )
    return present(domain, billing)


def _list(request: Request) -> JsonResponse:
    query = request.openapi_validated.parameters.query
    page = list_domains(
        request.db,
        request.runtime,
        request.identity.workspace_id,
        Filters(query.get("status"), query.get("q"), query.get("groupId"), query.get("region")),
        query["limit"],
        query.get("cursor"),
    )
    headers = next_link(request, cursor=str(page.domains[-1].id)) if page.more else None
    return JsonResponse(present_list(page), headers=headers)
