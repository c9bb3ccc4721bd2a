"""Members, invitations and API keys as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import user_summary
from consent_app.openapi.json import timestamp
from consent_app.security.api_keys import key_prefix
from consent_app.workspaces.membership_queries import Member
from consent_app.workspaces.models import ApiKey, Invitation, Workspace


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


def created_api_key(key: ApiKey, text: str) -> dict[str, Any]:
    """Return the CreatedApiKey of the document, with the key's text."""
    return {
        "id": str(key.id),
        "name": key.name,
        "prefix": key_prefix(key.id),
        "key": text,
        "scopes": key.scopes,
        "createdAt": timestamp(key.created_at),
        "expiresAt": timestamp(key.expires_at) if key.expires_at else None,
    }


def api_key(key: ApiKey, creator_email: str | None) -> dict[str, Any]:
    """Return the ApiKey of the document."""
    creator = None
    if key.created_by is not None and creator_email is not None:
        creator = user_summary(key.created_by, creator_email)
    return {
        "id": str(key.id),
        "name": key.name,
        "prefix": key_prefix(key.id),
        "scopes": key.scopes,
        "createdAt": timestamp(key.created_at),
        "expiresAt": timestamp(key.expires_at) if key.expires_at else None,
        "lastUsedAt": timestamp(key.last_used_at) if key.last_used_at else None,
        "createdBy": creator,
    }
