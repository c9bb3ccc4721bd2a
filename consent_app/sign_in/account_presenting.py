"""The account's rows as openapi.yaml's Account and AccountSession."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from consent_app.accounts.service import User
from consent_app.api.json import timestamp
from consent_app.sign_in.models import UserSession
from consent_app.workspaces.service import Access, Workspace, is_suspended, organization_summary


@dataclass(frozen=True, slots=True)
class Account:
    """A user with the second factor's state and the workspaces."""

    user: User
    enrolled_at: datetime | None
    backup_codes_left: int
    accesses: list[Access]


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session that has not ended; ``expires_at`` is when it does, unless it is used."""

    row: UserSession
    workspace: Workspace | None
    expires_at: datetime


def account_payload(account: Account, now: datetime) -> dict[str, Any]:
    """Return openapi.yaml's Account."""
    user = account.user
    return {
        "id": str(user.id),
        "email": user.email,
        "name": user.name,
        "locale": user.locale,
        "createdAt": timestamp(user.created_at),
        "emailVerifiedAt": timestamp(user.confirmed_at) if user.confirmed_at else None,
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


def session_payload(listed: OpenSession, current: UUID) -> dict[str, Any]:
    """Return openapi.yaml's AccountSession; ``current`` is the session that asks."""
    row = listed.row
    return {
        "id": str(row.id),
        "organization": organization_summary(listed.workspace) if listed.workspace else None,
        "createdAt": timestamp(row.created_at),
        "lastUsedAt": timestamp(row.last_used_at or row.created_at),
        "expiresAt": timestamp(listed.expires_at),
        "userAgent": row.user_agent,
        "current": row.id == current,
    }
