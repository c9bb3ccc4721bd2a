"""The routes of a workspace: members and invitations."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import email_key
from consent_app.api.rate_limits import enforce_rate_limit, within_rate_limit
from consent_app.api.views import api_view
from consent_app.operations import workspace as operations
from consent_app.workspaces import invitations, members, schemas


@api_view("members", "GET", permission="panel:viewer")
def list_members(request: operations.ListMembers) -> list[dict[str, Any]]:
    """List the members."""
    return [schemas.member(member) for member in members.list_members(request.ctx)]


@api_view("member", "PATCH", permission="panel:admin")
def update_member(request: operations.UpdateMember) -> dict[str, Any]:
    """Give a member another role."""
    member_id, role = request.path.member_id, request.body.role
    return schemas.member(members.change_role(request.ctx, member_id, role))


# A viewer may leave. Removing somebody else needs more, which the use case checks.
@api_view("member", "DELETE", permission="panel:viewer")
def remove_member(request: operations.RemoveMember) -> None:
    """Remove a member, or leave."""
    members.remove_member(request.ctx, request.path.member_id)


@api_view("invitations", "GET", permission="panel:viewer")
def list_invitations(request: operations.ListInvitations) -> list[dict[str, Any]]:
    """List open invitations."""
    return [schemas.invitation(row) for row in invitations.list_invitations(request.ctx)]


@api_view("invitations", "POST", permission="panel:admin")
def create_invitation(request: operations.CreateInvitation) -> dict[str, Any]:
    """Invite someone."""
    ctx, body, http = request.ctx, request.body, request.http
    inviter = invitations.get_inviter(ctx)
    enforce_rate_limit(http, "invitations", str(ctx.workspace_id))
    enforce_rate_limit(http, "invitations_by", str(ctx.user_id))
    enforce_rate_limit(http, "invitations_from", http.client.block)
    # Beyond this limit an invitation is created like any other, but not mailed: a refusal would
    # reveal that others have invited this address.
    mailed = within_rate_limit(http, "invitations_to", email_key(body.email))
    new = invitations.NewInvitation(body.email, body.role, mailed)
    return schemas.invitation(invitations.create_invitation(ctx, inviter, new))


@api_view("invitation", "DELETE", permission="panel:admin")
def revoke_invitation(request: operations.RevokeInvitation) -> None:
    """Revoke an invitation."""
    invitations.revoke_invitation(request.ctx, request.path.invitation_id)
