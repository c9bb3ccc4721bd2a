"""The routes of API keys."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.api_keys import api_keys, leaked_keys, schemas
from consent_app.operations import workspace as operations
from consent_app.text import trimmed


@api_view("api_keys", "POST", permission="panel:admin")
def create_api_key(request: operations.CreateApiKey) -> dict[str, Any]:
    """Create an API key."""
    body = request.body
    scopes = [str(scope) for scope in body.scopes] if body.scopes else None
    new = api_keys.NewApiKey(trimmed(body.name) or "", scopes, body.expires_at)
    return schemas.created_api_key(*api_keys.create_api_key(request.ctx, new))


@api_view("api_keys", "GET", permission="panel:viewer")
def list_api_keys(request: operations.ListApiKeys) -> list[dict[str, Any]]:
    """List the API keys."""
    return [schemas.api_key(key, email) for key, email in api_keys.list_api_keys(request.ctx)]


@api_view("api_key", "DELETE", permission="panel:admin")
def revoke_api_key(request: operations.RevokeApiKey) -> None:
    """Revoke an API key."""
    api_keys.revoke_api_key(request.ctx, request.path.api_key_id)


@api_view("leaked_keys", "POST", permission="public")
def report_leaked_keys(request: operations.ReportLeakedKeys) -> None:
    """Revoke leaked API keys."""
    enforce_rate_limit(request.http, "leaks", request.http.client.block)
    leaks = [
        leaked_keys.Leak(report["token"], report.get("url"), report.get("source"))
        for report in request.json_body
    ]
    leaked_keys.revoke_leaked_keys(request.ctx, leaks)
