"""A workspace's plan, and the subscription that pays for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.billing import queries
from consent_app.billing.models import Subscription
from consent_app.context import Context
from consent_app.settings import Plan
from consent_app.workspaces.service import Workspace, get_own_workspace


@dataclass(frozen=True, slots=True)
class WorkspaceSubscription:
    """A workspace's plan; ``row`` is None if nobody pays for it.

    ``grace`` is how long a payment may be overdue before the workspace is suspended.
    """

    plan: Plan
    plan_ends_at: datetime | None
    row: Subscription | None
    grace: timedelta


def get_subscription(ctx: Context) -> WorkspaceSubscription:
    """Return the plan of the caller's workspace and its current subscription.

    Raises Unauthenticated if the workspace was deleted during the request.
    """
    workspace = get_own_workspace(ctx)
    return WorkspaceSubscription(
        ctx.app.settings.plan(workspace.plan),
        workspace.plan_ends_at,
        queries.get_current(ctx.session, workspace.id),
        grace(ctx.app),
    )


def grace(app: Application) -> timedelta:
    """Return how long a payment may be overdue before the workspace is suspended."""
    return timedelta(days=app.settings.billing_grace_days)


def is_suspended_otherwise(workspace: Workspace, row: Subscription | None) -> bool:
    """Return whether the workspace is suspended for another reason than the payment of ``row``, its
    current subscription. A suspension for payment began at the instant that its row has."""
    return workspace.suspended_at not in (None, row.suspended_at if row is not None else None)


def is_suspended_for_payment(session: Session, workspace: Workspace) -> bool:
    """Return whether the workspace is suspended, and a payment would resume it."""
    row = queries.get_current(session, workspace.id)
    return workspace.suspended_at is not None and not is_suspended_otherwise(workspace, row)


def get_payment_suspension(session: Session, workspace: Workspace) -> datetime | None:
    """Return since when a missing payment would suspend a workspace that is suspended otherwise.

    None if nothing else suspends it, or no payment is missing.
    """
    row = queries.get_current(session, workspace.id)
    return row.suspended_at if row and is_suspended_otherwise(workspace, row) else None
