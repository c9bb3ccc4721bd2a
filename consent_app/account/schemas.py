"""The caller's account, its sessions and its identities as JSON."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from consent_app.account.authenticator import AuthenticatorChange
from consent_app.account.profile import Account
from consent_app.account.sessions import OpenSession
from consent_app.accounts.service import Identity, identity_id, provider_name
from consent_app.openapi.json import timestamp
from consent_app.sign_in.service import authenticator_secret_schema
from consent_app.workspaces.service import is_suspended, organization_summary


def account(account: Account, now: datetime) -> dict[str, Any]:
    """Return the Account of the document."""
    user = account.user
    return {
        "id": str(user.id),
        "email": user.email,
        "name": user.name,
        "locale": user.locale,
        "createdAt": timestamp(user.created_at),
        "emailVerifiedAt": timestamp(user.verified_at) if user.verified_at else None,
        "hasPassword": user.password_hash is not None,
        "secondFactor": {
            "enrolledAt": timestamp(account.enrolled_at) if account.enrolled_at else None,
            "backupCodesLeft": account.backup_codes_left,
        },
        "workspaces": [
            {
                "organization": organization_summary(access.workspace),
                "role": access.role,
                "suspended": is_suspended(access.workspace, now),
            }
            for access in account.accesses
        ],
    }


def account_session(session: OpenSession, current: UUID | None) -> dict[str, Any]:
    """Return the AccountSession of the document; ``current`` is the session of this request."""
    row, workspace = session.row, session.workspace
    return {
        "id": str(row.id),
        "organization": organization_summary(workspace) if workspace else None,
        "createdAt": timestamp(row.created_at),
        "lastUsedAt": timestamp(row.last_used_at or row.created_at),
        "expiresAt": timestamp(session.expires_at),
        "userAgent": row.user_agent,
        "current": row.id == current,
    }


def linked_identity(identity: Identity) -> dict[str, Any]:
    """Return the LinkedIdentity of the document."""
    return {
        "id": str(identity_id(identity)),
        "issuer": identity.issuer,
        "provider": provider_name(identity.issuer),
        "linkedAt": timestamp(identity.linked_at),
    }


def backup_codes(codes: list[str]) -> dict[str, Any]:
    """Return the BackupCodes of the document."""
    return {"backupCodes": codes}


def authenticator_change(change: AuthenticatorChange) -> dict[str, str]:
    """Return the secret of another authenticator, with its challenge."""
    return {
        "challengeToken": change.challenge_token,
        **authenticator_secret_schema(change.secret),
    }
