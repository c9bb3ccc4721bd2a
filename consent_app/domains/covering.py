"""What a workspace's plan covers: how its domains are billed, and which are over."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.domains import queries
from consent_app.domains.billing_unit import Billing, bill
from consent_app.domains.models import Domain
from consent_app.workspaces.service import Workspace, find_workspace, is_suspended


def allowance_of(session: Session, app: Application, workspace_id: UUID) -> int | None:
    """Return how many units the workspace's plan covers; None is without limit."""
    workspace = find_workspace(session, workspace_id)
    assert workspace is not None
    return app.settings.plan(workspace.plan).domains


def billing_of(session: Session, app: Application, workspace_id: UUID) -> Billing:
    """Return how the workspace's domains are billed, and which are over its plan's allowance."""
    allowance = allowance_of(session, app, workspace_id)
    return bill(queries.sites(session, workspace_id), allowance)


def is_held(session: Session, app: Application, workspace: Workspace, domain: Domain) -> bool:
    """Whether a domain asks nobody: its workspace is suspended, or it is over the allowance."""
    if is_suspended(workspace, app.now()):
        return True
    if app.settings.plan(workspace.plan).domains is None:
        return False
    return domain.id in billing_of(session, app, workspace.id).over
