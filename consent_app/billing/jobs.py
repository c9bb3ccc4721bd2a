"""The jobs of billing: ending replaced subscriptions, and checking overdue ones."""

from __future__ import annotations

import logging
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
from consent_app.jobs import JobFailed, RetryLater, enqueue
from consent_app.payments.service import StripeProvider

CHECK_OVERDUE = "billing.look"
CHECK_OVERDUE_EVERY_SECONDS = 3600
BATCH = 100
ASKED_AT_MOST = 1000
"""How many subscriptions Stripe is asked about in one turn."""
FAILURES_IN_A_ROW = 3
"""After so many, Stripe is down, and the rest waits for the next turn."""
SILENCE = timedelta(days=1)
"""How long after the end of a period without news Stripe is asked."""
EVENT_RETENTION = timedelta(days=90)
"""How long handled events are remembered. Stripe resends them for three days."""

log = logging.getLogger(__name__)


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
    JobFailed if it did not answer all questions, which come again with the next turn.
    """
    if app.settings.stripe is None:
        return
    ctx = Context.of_system(app)
    now = ctx.now()
    with ctx.transaction() as writing:
        queries.delete_events(writing.session, now - EVENT_RETENTION)
        for stripe_id in queries.get_without_member(writing.session, BATCH):
            # The person who paid has deleted their account.
            enqueue(writing.session, CANCEL, {"subscription": stripe_id}, now=now)
    _ask_about_each(ctx, _get_overdue_or_silent(ctx))


def _get_overdue_or_silent(ctx: Context) -> list[tuple[UUID, str]]:
    now = ctx.now()
    with ctx.reading() as reading:
        return queries.get_overdue_or_silent(
            reading.session,
            now,
            overdue_before=now - grace(ctx.app),
            ended_before=now - SILENCE,
            limit=ASKED_AT_MOST,
        )


def _ask_about_each(ctx: Context, subscriptions: list[tuple[UUID, str]]) -> None:
    failures = in_a_row = 0
    for subscription_id, stripe_id in subscriptions:
        with ctx.transaction() as writing:
            # Before the answer: one that fails, in whatever way, is the last in the next turn.
            queries.note_asked(writing.session, subscription_id, ctx.now())
        try:
            sync_subscription(ctx, stripe_id)
        except BillingUnavailable:
            log.warning("Stripe does not answer about the subscription %s", stripe_id)
            failures, in_a_row = failures + 1, in_a_row + 1
            if in_a_row == FAILURES_IN_A_ROW:
                break
        else:
            in_a_row = 0
    if failures:
        # Not RetryLater, which would ask again, within seconds, what Stripe has answered.
        raise JobFailed(f"Stripe did not answer {failures} questions")
