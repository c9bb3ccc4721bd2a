"""The workspace's routes."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import parse_timestamp, timestamp
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.security.api_keys import key_prefix
from consent_app.text import trimmed
from consent_app.workspaces import api_keys


@api_view("api_keys", "POST", permission="panel:admin")
def create_api_key(request: Request) -> dict[str, Any]:
    """Create an API key."""
    body = request.openapi_validated.body
    expires_at = body.get("expiresAt")
    key, text = api_keys.create_api_key(
        request.db,
        request.identity.workspace_id,
        made_by=request.identity.user_id,
        name=trimmed(body["name"]) or "",
        scopes=body.get("scopes"),
        expires_at=parse_timestamp(expires_at) if expires_at else None,
        now=request.runtime.now(),
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
