"""The settings of a workspace: its name, retention, and the data kept about visitors."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.context import Context
from consent_app.errors import ValidationFailed
from consent_app.workspace_settings import queries
from consent_app.workspaces.service import (
    CALIFORNIA,
    MIN_MONTHS_IN_CALIFORNIA,
    Workspace,
    change_workspace,
    get_own_workspace,
    lock_own_workspace,
)

MIN_RETENTION_MONTHS = 13


@dataclass(frozen=True, slots=True)
class WorkspaceSettings:
    """A workspace, and the shortest retention that it may choose now."""

    workspace: Workspace
    min_retention_months: int


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """The changes; None leaves a setting unchanged. ``name`` is already trimmed."""

    name: str | None = None
    retention_months: int | None = None
    visitor_data: str | None = None

    @property
    def values(self) -> dict[str, str | int | None]:
        """The changes, by the names of the workspace's columns."""
        return asdict(self)


def get_settings(ctx: Context) -> WorkspaceSettings:
    """Return the caller's workspace with its settings.

    Raises Unauthenticated if it was deleted during the request.
    """
    return _settings_of(ctx, get_own_workspace(ctx))


def _settings_of(ctx: Context, workspace: Workspace) -> WorkspaceSettings:
    return WorkspaceSettings(workspace, min_retention_months(ctx.session, workspace.id))


def retention_months(session: Session, workspace: Workspace) -> int:
    """Return how many months the workspace's receipts are kept: as set, or as the law demands."""
    return max(workspace.retention_months, min_retention_months(session, workspace.id))


def longest_retention_months(session: Session) -> int:
    """Return the most months that a workspace keeps its receipts; 0 without a workspace."""
    minimum = {True: MIN_MONTHS_IN_CALIFORNIA, False: MIN_RETENTION_MONTHS}
    retentions = queries.get_retentions(session, CALIFORNIA)
    return max((max(months, minimum[california]) for months, california in retentions), default=0)


def min_retention_months(session: Session, workspace_id: UUID) -> int:
    """Return how many months the workspace has to keep its receipts at least."""
    california = queries.has_domain_in(session, workspace_id, CALIFORNIA)
    return MIN_MONTHS_IN_CALIFORNIA if california else MIN_RETENTION_MONTHS


def change_settings(ctx: Context, change: SettingsChange) -> WorkspaceSettings:
    """Change the settings that ``change`` names.

    Raises ValidationFailed where receipts would not be kept for as long as they have to be, and
    Unauthenticated.
    """
    # Locked, so that no domain that requires a longer retention is added in the meantime.
    settings = _settings_of(ctx, lock_own_workspace(ctx))
    minimum, months = settings.min_retention_months, change.retention_months
    if months is not None and months < minimum:
        raise ValidationFailed.at(
            "#/retentionMonths", f"must be {minimum} or more: a domain's region is US-CA"
        )
    change_workspace(ctx, settings.workspace, change.values)
    return settings
