"""The jobs of billing: ending subscriptions, and asking Stripe for lost events."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.billing import queries
from consent_app.billing.checkout import sync_checkout
from consent_app.billing.subscription_sync import sync_subscription
from consent_app.billing.subscriptions import grace
from consent_app.context import Context
from consent_app.db.outages import is_outage
from consent_app.errors import BillingUnavailable
from consent_app.jobs import JobFailed, RetryLater, location_of
from consent_app.payments.service import StripeProvider
from consent_app.text import noun_form

CHECK_OVERDUE = "billing.look"
CHECK_OVERDUE_EVERY_SECONDS = 3600
MAX_REQUESTS = 1000
"""How many objects of one kind Stripe is asked about in one run."""
FAILURES_IN_A_ROW = 3
"""After so many, Stripe is probably down, and the others of that kind wait for the next run."""
SILENCE = timedelta(days=1)
"""How long after the end of a period without news Stripe is asked."""
LONGEST_SILENCE = timedelta(days=7)
"""How long after the last request Stripe is asked about any subscription."""
CANCELLATION_SILENCE = timedelta(days=1)
"""How long after a subscription was replaced it is ended once more, if it has not ended. The job
that ends it is tried for less than that."""
CHECKOUT_SILENCE = timedelta(hours=1)
"""How long after a checkout was opened Stripe is first asked about it."""
CHECKOUT_RETENTION = timedelta(days=30)
"""How long a checkout without a final outcome is kept. Stripe closes it after a day, and a direct
debit has succeeded or failed by then."""
EVENT_RETENTION = timedelta(days=90)
"""How long handled events are stored. Stripe resends events for three days."""

log = logging.getLogger(__name__)


def cancel_subscription(app: Application, payload: dict[str, Any]) -> None:
    """End ``payload["subscription"]`` at Stripe. Raises RetryLater while Stripe is unavailable."""
    try:
        _end(Context.of_system(app), payload["subscription"])
    except BillingUnavailable:
        raise RetryLater("Stripe is unavailable.") from None


def _end(ctx: Context, stripe_id: str) -> None:
    """End a subscription, and store that it has ended: the event may be lost."""
    ctx.app.get(StripeProvider).client.cancel(stripe_id)
    sync_subscription(ctx, stripe_id)


def check_overdue(app: Application, payload: dict[str, Any]) -> None:
    """Suspend workspaces that are overdue for too long, and ask Stripe about those without news.

    Stripe is asked about each one first, because the payment may have arrived since. It is also
    asked about every other subscription once a week, and about checkouts, because the event of a
    change or of the first payment may be lost. Raises JobFailed if it did not answer all questions,
    or if a response could not be applied. Each of them is asked again after its usual pause.
    """
    ctx = Context.of_system(app)
    with ctx.transaction() as writing:
        # Also when payments are no longer set up: the stored rows still expire.
        _clean(writing)
    if app.settings.stripe is None:
        return
    failures = sum(
        _ask_about_each(ctx, *questions)
        for questions in (
            (_get_unwanted, queries.note_asked, _end),
            (_get_overdue_or_silent, queries.note_asked, sync_subscription),
            (_get_unasked, queries.note_asked, sync_subscription),
            (_get_checkouts, queries.note_checkout_asked, sync_checkout),
        )
    )
    if failures:
        # Not RetryLater, which would ask again, within seconds, what Stripe has answered.
        questions = f"{failures} {noun_form(failures, 'question')}"
        raise JobFailed(f"Stripe did not answer {questions}, or a response was not applied.")


def _clean(ctx: Context) -> None:
    now = ctx.now()
    queries.delete_events(ctx.session, now - EVENT_RETENTION)
    queries.delete_checkouts(ctx.session, now - CHECKOUT_RETENTION)


def _get_unwanted(ctx: Context) -> list[str]:
    """Return the subscriptions that must be ended at Stripe.

    Their members have deleted their accounts, or the job that should have ended a replaced
    subscription has failed for good.
    """
    return queries.get_unwanted(ctx.session, ctx.now() - CANCELLATION_SILENCE, MAX_REQUESTS)


def _get_overdue_or_silent(ctx: Context) -> list[str]:
    now = ctx.now()
    return queries.get_overdue_or_silent(
        ctx.session,
        now,
        overdue_before=now - grace(ctx.app),
        ended_before=now - SILENCE,
        limit=MAX_REQUESTS,
    )


def _get_unasked(ctx: Context) -> list[str]:
    return queries.get_unasked(ctx.session, ctx.now() - LONGEST_SILENCE, MAX_REQUESTS)


def _get_checkouts(ctx: Context) -> list[str]:
    now = ctx.now()
    return queries.get_checkouts(
        ctx.session, now, before=now - CHECKOUT_SILENCE, limit=MAX_REQUESTS
    )


def _ask_about_each(
    ctx: Context,
    get: Callable[[Context], list[str]],
    note: Callable[[Session, str, datetime], None],
    ask: Callable[[Context, str], Any],
) -> int:
    """Ask Stripe about each id that ``get`` returns. Return the number of failures: Stripe did not
    answer, or its response could not be applied."""
    with ctx.reading() as reading:
        stripe_ids = get(reading)
    failures = in_a_row = 0
    for stripe_id in stripe_ids:
        with ctx.transaction() as writing:
            # Before the response, so that a failing one comes last in the next run.
            note(writing.session, stripe_id, ctx.now())
        try:
            ask(ctx, stripe_id)
        except Exception as error:
            if is_outage(error):
                raise
            # A failure of one must not keep the others from being suspended, resumed or ended.
            _log_failure(stripe_id, error)
            failures, in_a_row = failures + 1, in_a_row + 1
            if in_a_row == FAILURES_IN_A_ROW:
                break
        else:
            in_a_row = 0
    return failures


def _log_failure(stripe_id: str, error: Exception) -> None:
    if isinstance(error, BillingUnavailable):
        log.warning("Stripe does not answer about %s", stripe_id)
    else:
        log.error("Stripe's response about %s was not applied: %s", stripe_id, location_of(error))
