"""The commands' output with ``--json``: plain JSON values, with the API's member names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from consent_app.cli.output import instant
from consent_app.db.ids import id_time

if TYPE_CHECKING:
    from consent_app.accounts.service import User
    from consent_app.api_keys.service import ApiKey
    from consent_app.domains.service import Domain
    from consent_app.workspaces.service import Access, Member, Workspace


def api_key(key: ApiKey, creator: str | None) -> dict[str, Any]:
    """Return an API key as a row; ``creator`` is the address of who made it."""
    return {
        "id": str(key.id),
        "name": key.name,
        "scopes": key.scopes,
        "createdAt": instant(key.created_at),
        "createdBy": creator,
        "expiresAt": instant(key.expires_at),
        "lastUsedAt": instant(key.last_used_at),
    }


def domain(row: Domain) -> dict[str, Any]:
    """Return a domain as a row of a list."""
    return {
        "id": str(row.id),
        "hostname": row.hostname,
        "status": row.status,
        "region": row.region,
        "addedAt": instant(id_time(row.id)),
        "suspendedAt": instant(row.suspended_at),
    }


def erasure(receipt_id: UUID, deleted: int, *, same_address: bool) -> dict[str, Any]:
    """Return what the erasure of a visitor deleted."""
    return {"receiptId": str(receipt_id), "receipts": deleted, "sameAddress": same_address}


def user(row: User) -> dict[str, Any]:
    """Return an account as a row of a list."""
    return {
        "id": str(row.id),
        "email": row.email,
        "name": row.name,
        "createdAt": instant(row.created_at),
        "verified": row.verified_at is not None,
        "disabled": row.disabled_at is not None,
    }


def whole_user(row: User, accesses: Sequence[Access], *, has_authenticator: bool) -> dict[str, Any]:
    """Return an account with its workspaces."""
    return {
        "id": str(row.id),
        "email": row.email,
        "name": row.name,
        "createdAt": instant(row.created_at),
        "verifiedAt": instant(row.verified_at),
        "disabledAt": instant(row.disabled_at),
        "password": row.password_hash is not None,
        "authenticator": has_authenticator,
        "workspaces": [{"slug": access.workspace.slug, "role": access.role} for access in accesses],
    }


def workspace(row: Workspace, *, suspended: bool) -> dict[str, Any]:
    """Return a workspace as a row of a list."""
    return {
        "id": str(row.id),
        "slug": row.slug,
        "name": row.name,
        "plan": row.plan,
        "suspended": suspended,
        "createdAt": instant(row.created_at),
    }


def workspace_details(row: Workspace, origin: str, members: Sequence[Member]) -> dict[str, Any]:
    """Return the members that ``workspace show`` adds to the row."""
    return {
        "origin": origin,
        "planEndsAt": instant(row.plan_ends_at),
        "retentionMonths": row.retention_months,
        "visitorData": row.visitor_data,
        "members": [{"email": member.email, "role": member.role} for member in members],
    }
