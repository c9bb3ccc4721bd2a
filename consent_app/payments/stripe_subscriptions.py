"""Stripe's subscriptions and checkouts as plain values, for every version of its objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

WORKS = ("active", "trialing")
OVERDUE = ("past_due", "unpaid")
OVER = ("canceled", "incomplete_expired")
"""Stripe's words for a subscription that has ended permanently."""


@dataclass(frozen=True, slots=True)
class SubscriptionState:
    """A subscription at one instant. ``paid`` is whether nothing of its last invoice is owed."""

    id: str
    customer: str
    status: str
    price: str | None
    paid: bool
    created: datetime
    period_end: datetime | None
    cancel_at_period_end: bool
    metadata: Mapping[str, str]

    @property
    def works(self) -> bool:
        """Whether it is paid for, or in its trial."""
        return self.status in WORKS

    @property
    def begun(self) -> bool:
        """Whether it may begin to count: a bank's direct debit takes days, and may fail."""
        return self.status == "trialing" or (self.works and self.paid)

    @property
    def overdue(self) -> bool:
        """Whether a payment is missing that may still come."""
        return self.status in OVERDUE

    @property
    def over(self) -> bool:
        """Whether nothing brings it back."""
        return self.status in OVER


@dataclass(frozen=True, slots=True)
class CheckoutState:
    """A checkout at one instant: whether it can still be paid, and the id of what it began."""

    open: bool
    subscription: str | None


def read_checkout(checkout: Mapping[str, Any]) -> CheckoutState:
    """Return the content of a Checkout Session object."""
    return CheckoutState(checkout["status"] == "open", _id_of(checkout.get("subscription")))


def read_subscription(subscription: Mapping[str, Any]) -> SubscriptionState:
    """Return the content of a Subscription object with an expanded ``latest_invoice``.

    The period is part of the item since version 2025-03-31, of the subscription before. Raises
    AttributeError, LookupError, TypeError or ValueError if it has another form.
    """
    items = (subscription.get("items") or {}).get("data") or []
    item = items[0] if items else {}
    ends = item.get("current_period_end") or subscription.get("current_period_end")
    invoice = subscription.get("latest_invoice")
    return SubscriptionState(
        id=text(subscription["id"]),
        customer=_id_of(subscription["customer"]) or "",
        status=text(subscription["status"]),
        price=_id_of(item.get("price")),
        paid=isinstance(invoice, Mapping) and invoice.get("status") == "paid",
        created=instant(subscription["created"]),
        period_end=instant(ends) if ends else None,
        cancel_at_period_end=bool(
            subscription.get("cancel_at_period_end") or subscription.get("cancel_at")
        ),
        metadata={
            name: text(value) for name, value in (subscription.get("metadata") or {}).items()
        },
    )


def subscription_named_by(kind: str, stripe_object: Mapping[str, Any]) -> str | None:
    """Return the subscription that an event's object describes, or None.

    An invoice names it below ``parent`` since version 2025-03-31, at its top before.
    """
    if kind.startswith("customer.subscription."):
        return _id_of(stripe_object)
    parent = stripe_object.get("parent")
    details = parent.get("subscription_details") if isinstance(parent, Mapping) else None
    below = details.get("subscription") if isinstance(details, Mapping) else None
    return _id_of(below) or _id_of(stripe_object.get("subscription"))


def text(value: object) -> str:
    """Return a member that is a text. Raises TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError
    return value


def instant(seconds: int) -> datetime:
    """Return a Unix time as an instant. Raises ValueError for a number that is no time."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError):
        raise ValueError("a number that is no time") from None


def _id_of(reference: Any) -> str | None:
    """Return the id of an object that may or may not be expanded."""
    object_id = reference.get("id") if isinstance(reference, Mapping) else reference
    return object_id if isinstance(object_id, str) and object_id else None
