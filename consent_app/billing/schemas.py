"""Plans, subscriptions and checkouts as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.billing.checkout import OpenCheckout
from consent_app.billing.demo import StartedDemo
from consent_app.billing.models import Subscription
from consent_app.billing.subscriptions import WorkspaceSubscription
from consent_app.openapi.json import timestamp
from consent_app.payments.service import OVERDUE, WORKS
from consent_app.sessions.service import handoff_schema
from consent_app.settings import Plan, Settings
from consent_app.workspaces.service import organization_summary


def started_demo(demo: StartedDemo) -> dict[str, Any]:
    """Return the DemoResponse of the document."""
    return {
        "organization": organization_summary(demo.workspace),
        "handoff": handoff_schema(demo.handoff),
    }


def checkout(checkout: OpenCheckout) -> dict[str, str]:
    """Return the CheckoutResponse of the document."""
    return {"checkoutId": checkout.id, "checkoutUrl": checkout.url}


def plans(settings: Settings) -> list[dict[str, Any]]:
    """Return the plans, in the order of the settings. ``available``: whether they can be bought."""
    stripe = settings.stripe
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
        for plan in settings.plans
    ]


def subscription(subscription: WorkspaceSubscription) -> dict[str, Any]:
    """Return the workspace's plan and the state of its payment."""
    row, ends_at = subscription.row, subscription.plan_ends_at
    # One that ended while it was overdue keeps the instant.
    since = row.overdue_since if row is not None and row.status in OVERDUE else None
    ends = row.current_period_end if row is not None else None
    return {
        "plan": _plan(subscription.plan),
        "planEndsAt": timestamp(ends_at) if ends_at else None,
        "status": _status(row),
        "currentPeriodEnd": timestamp(ends) if ends else None,
        "cancelAtPeriodEnd": row is not None and row.cancel_at_period_end,
        "overdueSince": timestamp(since) if since else None,
        "suspendsAt": timestamp(since + subscription.grace) if since else None,
    }


def _plan(plan: Plan) -> dict[str, Any]:
    return {"id": plan.id, "name": plan.name, "domains": plan.domains}


def _status(row: Subscription | None) -> str:
    if row is None:
        return "none"
    if row.status in WORKS:
        return row.status
    return "overdue" if row.status in OVERDUE else "ended"
