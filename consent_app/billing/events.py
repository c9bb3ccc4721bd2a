"""The events of billing."""

from __future__ import annotations

from consent_app.events.event import Event


class CheckoutStarted(Event):
    """A checkout was opened at the payment provider."""

    name = "billing.checkout_started"


class Subscribed(Event):
    """A subscription began."""

    name = "billing.subscribed"
    changes_site = "workspace"


class PlanChanged(Event):
    """A subscription went to another plan."""

    name = "billing.plan_changed"
    changes_site = "workspace"


class SubscriptionStatusChanged(Event):
    """The payment provider changed a subscription's status."""

    name = "billing.status_changed"
    changes_site = "workspace"


class CancellationSet(Event):
    """A subscription ends with its period."""

    name = "billing.cancellation_set"


class CancellationTakenBack(Event):
    """A subscription that was to end continues."""

    name = "billing.cancellation_taken_back"


class PaymentOverdue(Event):
    """A payment did not arrive."""

    name = "billing.overdue"


class WorkspaceSuspendedForPayment(Event):
    """A workspace was suspended because it is no longer paid for."""

    name = "billing.suspended"
    changes_site = "workspace"


class WorkspaceResumed(Event):
    """A payment restored a suspended workspace."""

    name = "billing.resumed"
    changes_site = "workspace"
