"""Functions of payments that other rooms may call."""

from consent_app.payments.stripe_provider import StripeProvider
from consent_app.payments.stripe_subscriptions import (
    OVER,
    OVERDUE,
    WORKS,
    CheckoutState,
    SubscriptionState,
    instant,
    subscription_named_by,
)

__all__ = [
    "OVER",
    "OVERDUE",
    "WORKS",
    "CheckoutState",
    "StripeProvider",
    "SubscriptionState",
    "instant",
    "subscription_named_by",
]
