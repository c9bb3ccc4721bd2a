"""The jobs of billing: ending what was replaced, and looking after what is overdue."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from consent_app.billing import queries
from consent_app.billing.attaching import CANCEL
from consent_app.billing.payments import Payments
from consent_app.billing.settling import grace, settle
from consent_app.errors import BillingUnavailable
from consent_app.jobs import RetryLater, enqueue
from consent_app.runtime import Runtime

LOOK = "billing.look"
LOOK_EVERY_SECONDS = 3600
BATCH = 100
SILENCE = timedelta(days=1)
"""So long after a period's end without any news, Stripe is asked by itself."""
KEPT = timedelta(days=90)
"""How long a handled event is remembered; Stripe sends one again for three days."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Cancel:
    """The handler that ends a subscription at Stripe."""

    payments: Payments

    def __call__(self, runtime: Runtime, payload: dict[str, Any]) -> None:
        """End ``payload["subscription"]``. Raises RetryLater while Stripe is away."""
        try:
            self.payments.gateway(runtime).cancel(payload["subscription"])
        except BillingUnavailable:
            raise RetryLater("Stripe is away") from None


@dataclass(frozen=True, slots=True)
class Look:
    """The periodic handler: suspends what is overdue for too long, and asks where news are missing.

    Stripe is asked about each before anything is done to it: the payment may have come meanwhile.
    """

    payments: Payments

    def __call__(self, runtime: Runtime, payload: dict[str, Any]) -> None:
        """Look at all of them. Raises RetryLater while Stripe is away."""
        if runtime.settings.stripe is None:
            return
        now, after = runtime.now(), None
        with runtime.database.transaction() as session:
            queries.forget_events(session, now - KEPT)
            for stripe_id in queries.paid_by_nobody(session, BATCH):
                # Whoever paid has deleted their account.
                enqueue(session, CANCEL, {"subscription": stripe_id}, now=now)
        while (batch := self._batch(runtime, after)) and batch:
            for _, stripe_id in batch:
                try:
                    settle(runtime, self.payments, stripe_id, None)
                except BillingUnavailable:
                    raise RetryLater("Stripe is away") from None
            after = batch[-1][0]

    def _batch(self, runtime: Runtime, after: UUID | None) -> list[tuple[UUID, str]]:
        now = runtime.now()
        with runtime.database.session(read_only=True) as session:
            return queries.to_look_at(session, now - grace(runtime), now - SILENCE, after, BATCH)
