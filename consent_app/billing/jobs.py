"""The jobs of billing: ending replaced subscriptions, and checking overdue ones."""

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
"""How long after the end of a period without news Stripe is asked."""
EVENT_RETENTION = timedelta(days=90)
"""How long handled events are remembered. Stripe resends them for three days."""


@dataclass(frozen=True, slots=True)
class CancelSubscription:
    """The job that ends a subscription at Stripe."""

    provider: StripeProvider

    def __call__(self, app: Application, payload: dict[str, Any]) -> None:
        """End ``payload["subscription"]``. Raises RetryLater while Stripe is unavailable."""
        try:
            self.provider.client.cancel(payload["subscription"])
        except BillingUnavailable:
            raise RetryLater("Stripe is away") from None


def check_overdue(app: Application, payload: dict[str, Any]) -> None:
    """Suspend workspaces that are overdue for too long, and ask Stripe about those without news.

    Stripe is asked about each one first, because the payment may have arrived since. Raises
    RetryLater while Stripe is unavailable.
    """
    if app.settings.stripe is None:
        return
    ctx = Context.of_system(app)
    now, after = ctx.now(), None
    with ctx.transaction() as writing:
        queries.delete_events(writing.session, now - EVENT_RETENTION)
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
