"""The routes of groups of domains."""

from __future__ import annotations

from typing import Any

from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.domains import groups
from consent_app.domains.presenting import present_group
from consent_app.text import trimmed


@api_view("domain_groups", "GET", permission="panel:viewer")
def list_domain_groups(request: Request) -> list[dict[str, Any]]:
    """List the workspace's groups."""
    found = groups.list_groups(request.db, request.identity.workspace_id)
    return [present_group(group, domains) for group, domains in found]


@api_view("domain_groups", "POST", permission="panel:admin")
def create_domain_group(request: Request) -> dict[str, Any]:
    """Make a group."""
    group = groups.make_group(
        request.db,
        request.app,
        source_of(request),
        request.identity.workspace_id,
        request.identity.user_id,
        trimmed(request.openapi_validated.body["name"]) or "",
    )
    return present_group(group, 0)


@api_view("domain_group", "PATCH", permission="panel:admin")
def rename_domain_group(request: Request) -> dict[str, Any]:
    """Rename a group."""
    group, domains = groups.rename_group(
        request.db,
        request.app,
        source_of(request),
        request.identity.workspace_id,
        request.identity.user_id,
        request.openapi_validated.parameters.path["groupId"],
        trimmed(request.openapi_validated.body["name"]) or "",
    )
    return present_group(group, domains)


@api_view("domain_group", "DELETE", permission="panel:admin")
def delete_domain_group(request: Request) -> None:
    """Delete a group."""
    groups.delete_group(
        request.db,
        request.app,
        source_of(request),
        request.identity.workspace_id,
        request.identity.user_id,
        request.openapi_validated.parameters.path["groupId"],
    )
