"""A workspace with its settings as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.openapi.json import timestamp
from consent_app.workspace_settings.settings import WorkspaceSettings


def workspace(settings: WorkspaceSettings) -> dict[str, Any]:
    """Return the Workspace of the document."""
    row, minimum = settings.workspace, settings.min_retention_months
    return {
        "id": str(row.id),
        "name": row.name,
        "slug": row.slug,
        "plan": row.plan,
        "planEndsAt": timestamp(row.plan_ends_at) if row.plan_ends_at else None,
        "retentionMonths": max(row.retention_months, minimum),
        "leastRetentionMonths": minimum,
        "visitorData": row.visitor_data,
        "createdAt": timestamp(row.created_at),
    }
