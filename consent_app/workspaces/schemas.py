"""Members and invitations as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.openapi.json import timestamp
from consent_app.workspaces.membership_queries import Member
from consent_app.workspaces.models import Invitation, Workspace


def organization_summary(workspace: Workspace) -> dict[str, str]:
    """Return the OrganizationSummary of the document."""
    return {"id": str(workspace.id), "name": workspace.name, "slug": workspace.slug}


def member(member: Member) -> dict[str, Any]:
    """Return the Member of the document."""
    return {
        "id": str(member.id),
        "userId": str(member.user_id),
        "email": member.email,
        "name": member.name,
        "role": member.role,
        "joinedAt": timestamp(member.joined_at),
    }


def invitation(invitation: Invitation) -> dict[str, Any]:
    """Return the Invitation of the document."""
    inviter = invitation.invited_by
    return {
        "id": str(invitation.id),
        "email": invitation.email,
        "role": invitation.role,
        "createdAt": timestamp(invitation.created_at),
        "expiresAt": timestamp(invitation.expires_at),
        "invitedBy": str(inviter) if inviter else None,
    }
