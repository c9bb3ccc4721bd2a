"""The routes of API keys and invitations."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import email_key, user_summary
from consent_app.api.json import parse_timestamp, timestamp
from consent_app.api.rate_limits import allows, check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.security.api_keys import key_prefix
from consent_app.text import trimmed
from consent_app.workspaces import api_keys, invitations, leaked_keys
from consent_app.workspaces.models import ApiKey, Invitation


@api_view("api_keys", "POST", permission="panel:admin")
def create_api_key(request: Request) -> dict[str, Any]:
    """Create an API key."""
    body = request.openapi_validated.body
    expires_at = body.get("expiresAt")
    key, text = api_keys.create_api_key(
        request.db,
        request.app,
        source_of(request),
        request.identity.workspace_id,
        made_by=request.identity.user_id,
        name=trimmed(body["name"]) or "",
        scopes=body.get("scopes"),
        expires_at=parse_timestamp(expires_at) if expires_at else None,
    )
    return {
        "id": str(key.id),
        "name": key.name,
        "prefix": key_prefix(key.id),
        "key": text,
        "scopes": key.scopes,
        "createdAt": timestamp(key.created_at),
        "expiresAt": timestamp(key.expires_at) if key.expires_at else None,
    }


@api_view("api_keys", "GET", permission="panel:viewer")
def list_api_keys(request: Request) -> list[dict[str, Any]]:
    """List the API keys."""
    listed = api_keys.list_api_keys(request.db, request.identity.workspace_id)
    return [_present_key(key, email) for key, email in listed]


@api_view("api_key", "DELETE", permission="panel:admin")
def revoke_api_key(request: Request) -> None:
    """Revoke an API key."""
    caller = request.identity
    api_keys.revoke_api_key(
        request.db,
        request.app,
        source_of(request),
        caller.workspace_id,
        request.openapi_validated.parameters.path["apiKeyId"],
        caller.user_id,
    )


@api_view("leaked_keys", "POST", permission="public")
def report_leaked_keys(request: Request) -> None:
    """Revoke API keys that were found in public."""
    source = source_of(request)
    check(request, "leaks", source.block)
    leaks = [
        leaked_keys.Leak(each["token"], each.get("url"), each.get("source"))
        for each in request.openapi_validated.body
    ]
    leaked_keys.revoke_leaked(request.db, request.app, source, leaks)


@api_view("invitations", "GET", permission="panel:viewer")
def list_invitations(request: Request) -> list[dict[str, Any]]:
    """List open invitations."""
    found = invitations.open_invitations(
        request.db, request.identity.workspace_id, request.app.now()
    )
    return [_present(invitation) for invitation in found]


@api_view("invitations", "POST", permission="panel:admin")
def create_invitation(request: Request) -> dict[str, Any]:
    """Invite someone."""
    body = request.openapi_validated.body
    caller = request.identity
    source = source_of(request)
    inviter = invitations.confirmed_inviter(request.db, caller.user_id)
    check(request, "invitations", str(caller.workspace_id))
    check(request, "invitations_by", str(caller.user_id))
    check(request, "invitations_from", source.block)
    invitation = invitations.invite(
        request.db,
        request.app,
        source,
        caller.workspace_id,
        inviter=inviter,
        inviter_role=caller.role,
        email=body["email"],
        role=body["role"],
        # Whether others have invited somebody is nobody's business: beyond this limit an invitation
        # is made as any other, and not mailed.
        mailed=allows(request, "invitations_to", email_key(body["email"])),
    )
    return _present(invitation)


@api_view("invitation", "DELETE", permission="panel:admin")
def revoke_invitation(request: Request) -> None:
    """Revoke an invitation."""
    caller = request.identity
    invitations.revoke(
        request.db,
        request.app,
        source_of(request),
        caller.workspace_id,
        request.openapi_validated.parameters.path["invitationId"],
        caller.user_id,
    )


def _present_key(key: ApiKey, made_by: str | None) -> dict[str, Any]:
    maker = user_summary(key.created_by, made_by) if key.created_by and made_by else None
    return {
        "id": str(key.id),
        "name": key.name,
        "prefix": key_prefix(key.id),
        "scopes": key.scopes,
        "createdAt": timestamp(key.created_at),
        "expiresAt": timestamp(key.expires_at) if key.expires_at else None,
        "lastUsedAt": timestamp(key.last_used_at) if key.last_used_at else None,
        "createdBy": maker,
    }


def _present(invitation: Invitation) -> dict[str, Any]:
    inviter = invitation.invited_by
    return {
        "id": str(invitation.id),
        "email": invitation.email,
        "role": invitation.role,
        "createdAt": timestamp(invitation.created_at),
        "expiresAt": timestamp(invitation.expires_at),
        "invitedBy": str(inviter) if inviter else None,
    }
