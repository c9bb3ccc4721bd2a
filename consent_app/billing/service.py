"""Functions of billing that other rooms may call."""

from consent_app.billing.queries import drop_subscriptions, get_unended
from consent_app.billing.quota import (
    BilledSite,
    PlanUsage,
    plan_usage,
)
from consent_app.billing.subscriptions import get_payment_suspension, is_suspended_for_payment

__all__ = [
    "BilledSite",
    "PlanUsage",
    "drop_subscriptions",
    "get_payment_suspension",
    "get_unended",
    "is_suspended_for_payment",
    "plan_usage",
]
