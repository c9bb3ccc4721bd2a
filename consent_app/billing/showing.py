"""What is shown of plans, and of a workspace's own."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.api.json import timestamp
from consent_app.billing import queries
from consent_app.billing.models import Subscription
from consent_app.billing.settling import grace
from consent_app.billing.states import OVERDUE, WORKS
from consent_app.runtime import Runtime
from consent_app.settings import Plan
from consent_app.workspaces.service import find_workspace


def show_plans(runtime: Runtime) -> list[dict[str, Any]]:
    """Return the plans, in the order of the settings. ``available``: whether one can buy it."""
    stripe = runtime.settings.stripe
    return [
        {
            **_plan(plan),
            "price": {
                "amount": plan.price.amount,
                "currency": plan.price.currency,
                "interval": plan.price.interval,
            }
            if plan.price is not None
            else None,
            "available": stripe is not None and stripe.price_of(plan.id) is not None,
        }
        for plan in runtime.settings.plans
    ]


def show_subscription(session: Session, runtime: Runtime, workspace_id: UUID) -> dict[str, Any]:
    """Return the workspace's plan and how its payment stands."""
    workspace = find_workspace(session, workspace_id)
    assert workspace is not None
    row = queries.current(session, workspace_id)
    since = row.overdue_since if row is not None else None
    ends = row.current_period_end if row is not None else None
    return {
        "plan": _plan(runtime.settings.plan(workspace.plan)),
        "planEndsAt": timestamp(workspace.plan_ends_at) if workspace.plan_ends_at else None,
        "status": _status(row),
        "currentPeriodEnd": timestamp(ends) if ends else None,
        "cancelAtPeriodEnd": row is not None and row.cancel_at_period_end,
        "overdueSince": timestamp(since) if since else None,
        "suspendsAt": timestamp(since + grace(runtime)) if since else None,
    }


def _plan(plan: Plan) -> dict[str, Any]:
    return {"id": plan.id, "name": plan.name, "domains": plan.domains}


def _status(row: Subscription | None) -> str:
    if row is None:
        return "none"
    if row.status in WORKS:
        return row.status
    return "overdue" if row.status in OVERDUE else "ended"
