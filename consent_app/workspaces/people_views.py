"""The routes of the workspace itself and of its members."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import timestamp
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.text import trimmed
from consent_app.workspaces import members, settings
from consent_app.workspaces.membership_queries import Member
from consent_app.workspaces.models import Workspace


@api_view("workspace", "GET", permission="panel:viewer")
def show_workspace(request: Request) -> dict[str, Any]:
    """Show the workspace."""
    return _present(*settings.read(request.db, request.identity.workspace_id))


@api_view("workspace", "PATCH", permission="panel:admin")
def update_workspace(request: Request) -> dict[str, Any]:
    """Change the workspace's settings."""
    body = request.openapi_validated.body
    changes = settings.Changes(
        name=trimmed(body.get("name")),
        retention_months=body.get("retentionMonths"),
        visitor_data=body.get("visitorData"),
    )
    caller = request.identity
    changed = settings.change(
        request.db,
        request.app,
        source_of(request),
        caller.workspace_id,
        caller.user_id,
        changes,
    )
    return _present(*changed)


@api_view("members", "GET", permission="panel:viewer")
def list_members(request: Request) -> list[dict[str, Any]]:
    """List the members."""
    listed = members.list_members(request.db, request.identity.workspace_id)
    return [_present_member(member) for member in listed]


@api_view("member", "PATCH", permission="panel:admin")
def update_member(request: Request) -> dict[str, Any]:
    """Give a member another role."""
    caller, validated = request.identity, request.openapi_validated
    member = members.change_role(
        request.db,
        request.app,
        source_of(request),
        caller.workspace_id,
        caller.user_id,
        validated.parameters.path["memberId"],
        validated.body["role"],
    )
    return _present_member(member)


# Whoever may look may also leave; the service asks for more to remove somebody else.
@api_view("member", "DELETE", permission="panel:viewer")
def remove_member(request: Request) -> None:
    """Remove a member, or leave."""
    caller = request.identity
    members.remove(
        request.db,
        request.app,
        source_of(request),
        caller.workspace_id,
        caller.user_id,
        request.openapi_validated.parameters.path["memberId"],
    )


def _present(workspace: Workspace, least: int) -> dict[str, Any]:
    ends_at = workspace.plan_ends_at
    return {
        "id": str(workspace.id),
        "name": workspace.name,
        "slug": workspace.slug,
        "plan": workspace.plan,
        "planEndsAt": timestamp(ends_at) if ends_at else None,
        "retentionMonths": max(workspace.retention_months, least),
        "leastRetentionMonths": least,
        "visitorData": workspace.visitor_data,
        "createdAt": timestamp(workspace.created_at),
    }


def _present_member(member: Member) -> dict[str, Any]:
    return {
        "id": str(member.id),
        "userId": str(member.user_id),
        "email": member.email,
        "name": member.name,
        "role": member.role,
        "joinedAt": timestamp(member.joined_at),
    }
