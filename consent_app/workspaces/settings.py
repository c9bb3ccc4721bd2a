"""The settings of a workspace: its name, how long receipts are kept, and what of a visitor."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import NotFound, ValidationFailed
from consent_app.workspaces import queries
from consent_app.workspaces.models import Workspace

LEAST_RETENTION_MONTHS = 13
LEAST_IN_CALIFORNIA = 24
"""CCPA regulations §7101: records of requests are kept for at least 24 months."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to change; None leaves a setting as it is. ``name`` is trimmed already."""

    name: str | None = None
    retention_months: int | None = None
    visitor_data: str | None = None


def read(session: Session, workspace_id: UUID) -> tuple[Workspace, int]:
    """Return the workspace and the shortest retention that may be set now. Raises NotFound."""
    workspace = queries.workspace_by_id(session, workspace_id)
    if workspace is None:
        raise NotFound
    return workspace, least_retention_months(session, workspace_id)


def retention_months(session: Session, workspace: Workspace) -> int:
    """Return for how many months the workspace's receipts are kept: as set, or as law has it."""
    return max(workspace.retention_months, least_retention_months(session, workspace.id))


def longest_retention_months(session: Session) -> tuple[list[UUID], int]:
    """Return the ids of all workspaces, and the most months that one of them keeps receipts for."""
    rows = queries.retentions(session, "US-CA")
    least = {True: LEAST_IN_CALIFORNIA, False: LEAST_RETENTION_MONTHS}
    kept = [max(months, least[california]) for _, months, california in rows]
    return [row[0] for row in rows], max(kept, default=0)


def least_retention_months(session: Session, workspace_id: UUID) -> int:
    """Return for how many months the workspace has to keep its receipts."""
    california = queries.has_domain_in(session, workspace_id, "US-CA")
    return LEAST_IN_CALIFORNIA if california else LEAST_RETENTION_MONTHS


def change(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    changed_by: UUID,
    changes: Changes,
) -> tuple[Workspace, int]:
    """Change the settings that ``changes`` names; return the workspace as ``read`` does.

    Raises ValidationFailed where receipts would not be kept for as long as they have to be.
    """
    # Held, so that no domain is added meanwhile that asks for a longer retention.
    queries.lock_workspace(session, workspace_id)
    workspace, least = read(session, workspace_id)
    months = changes.retention_months
    if months is not None and months < least:
        raise ValidationFailed.at(
            "#/retentionMonths", f"must be {least} or more: a domain's region is US-CA"
        )
    detail: dict[str, str] = {}
    for name, attribute, value in (
        ("name", "name", changes.name),
        ("retentionMonths", "retention_months", months),
        ("visitorData", "visitor_data", changes.visitor_data),
    ):
        before = getattr(workspace, attribute)
        if value is not None and value != before:
            setattr(workspace, attribute, value)
            detail |= {f"{name}.from": str(before), f"{name}.to": str(value)}
    if detail:
        event = Event("workspace.changed", changed_by, workspace_id, workspace_id, detail=detail)
        record(session, app, source, event)
        session.flush()
    return workspace, least
