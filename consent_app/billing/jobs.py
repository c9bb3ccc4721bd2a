"""The jobs of billing: ending what was replaced, and looking after what is overdue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from consent_app.application import Application
from consent_app.billing import queries
from consent_app.billing.subscription_creation import CANCEL
from consent_app.billing.subscription_sync import sync_subscription
from consent_app.billing.subscriptions import grace
from consent_app.context import Context
from consent_app.errors import BillingUnavailable
from consent_app.jobs import RetryLater, enqueue
from consent_app.payments.service import StripeProvider

CHECK_OVERDUE = "billing.look"
CHECK_OVERDUE_EVERY_SECONDS = 3600
BATCH = 100
SILENCE = timedelta(days=1)
"""So long after a period's end without any news, Stripe is asked."""
EVENTS_KEPT = timedelta(days=90)
"""How long a handled event is remembered; Stripe sends one again for three days."""


@dataclass(frozen=True, slots=True)
class CancelSubscription:
    """The handler that ends a subscription at Stripe."""

    provider: StripeProvider

    def __call__(self, app: Application, payload: dict[str, Any]) -> None:
        """End ``payload["subscription"]``. Raises RetryLater while Stripe is away."""
        try:
            self.provider.client.cancel(payload["subscription"])
        except BillingUnavailable:
            raise RetryLater("Stripe is away") from None


def check_overdue(app: Application, payload: dict[str, Any]) -> None:
    """Suspend what has been overdue for too long, and ask where news are missing.

    Stripe is asked about each before anything is done to it: the payment may have come meanwhile.
    Raises RetryLater while Stripe is away.
    """
    if app.settings.stripe is None:
        return
    ctx = Context.of_system(app)
    now, after = ctx.now(), None
    with ctx.transaction() as writing:
        queries.delete_events(writing.session, now - EVENTS_KEPT)
        for stripe_id in queries.get_without_member(writing.session, BATCH):
            # The person who paid has deleted their account.
            enqueue(writing.session, CANCEL, {"subscription": stripe_id}, now=now)
    while batch := _get_batch(ctx, after):
        for _, stripe_id in batch:
            try:
                sync_subscription(ctx, stripe_id)
            except BillingUnavailable:
                raise RetryLater("Stripe is away") from None
        after = batch[-1][0]


def _get_batch(ctx: Context, after: UUID | None) -> list[tuple[UUID, str]]:
    now = ctx.now()
    overdue, silent = now - grace(ctx.app), now - SILENCE
    with ctx.reading() as reading:
        return queries.get_overdue_or_silent(reading.session, overdue, silent, after, BATCH)
