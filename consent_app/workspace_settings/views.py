"""The routes of a workspace's settings."""

from __future__ import annotations

from typing import Any

from consent_app.api.views import api_view
from consent_app.operations import workspace as operations
from consent_app.text import trimmed
from consent_app.workspace_settings import schemas, settings


@api_view("workspace", "GET", permission="panel:viewer")
def get_workspace(request: operations.GetWorkspace) -> dict[str, Any]:
    """Show the workspace."""
    return schemas.workspace(settings.get_settings(request.ctx))


@api_view("workspace", "PATCH", permission="panel:admin")
def update_workspace(request: operations.UpdateWorkspace) -> dict[str, Any]:
    """Change the workspace's settings."""
    body = request.body
    change = settings.SettingsChange(trimmed(body.name), body.retention_months, body.visitor_data)
    return schemas.workspace(settings.change_settings(request.ctx, change))
