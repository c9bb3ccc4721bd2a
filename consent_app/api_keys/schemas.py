"""API keys as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import user_summary
from consent_app.api_keys.models import ApiKey
from consent_app.openapi.json import timestamp
from consent_app.security.api_keys import key_prefix


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
