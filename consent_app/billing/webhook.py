"""Stripe's events: each, once its signature is right, is a reason to ask for the present state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from consent_app.api.json import JsonError, loads
from consent_app.billing.stripe_objects import instant, subscription_named_by
from consent_app.billing.stripe_provider import StripeProvider
from consent_app.billing.subscription_sync import StripeEvent, note_event, sync_subscription
from consent_app.context import Context
from consent_app.errors import InvalidSignature

TOLERANCE_SECONDS = 300
"""How old a signature may be: what was overheard is of no use for longer."""

HANDLED = frozenset(
    {
        "checkout.session.completed",
        "checkout.session.async_payment_succeeded",
        "customer.subscription.created",
        "customer.subscription.updated",
        "customer.subscription.deleted",
        "invoice.paid",
        "invoice.payment_failed",
    }
)


def receive(ctx: Context, raw: bytes, header: str | None) -> None:
    """Handle an event. Call it without a transaction.

    Other types of events, and things that are not ours, are taken and do nothing. Raises
    InvalidSignature, and BillingUnavailable: Stripe sends the event again then, for three days.
    """
    secret = ctx.app.get(StripeProvider).settings.webhook_secret
    event, thing = _read(_signed(raw, header, secret))
    if event is None or event.kind not in HANDLED:
        return
    system = Context.of_system(ctx.app)
    stripe_id = subscription_named_by(event.kind, thing)
    if stripe_id is None:
        # A checkout or an invoice without a subscription is of something else that they sell.
        note_event(system, event)
        return
    sync_subscription(system, stripe_id, event)


def _signed(raw: bytes, header: str | None, secret: str) -> Any:
    from stripe import SignatureVerificationError, WebhookSignature

    try:
        WebhookSignature.verify_header(raw, header, secret, TOLERANCE_SECONDS)
        return loads(raw)
    except (SignatureVerificationError, JsonError, ValueError, TypeError):
        # Bytes that are no UTF-8 and signatures that are no ASCII among them.
        raise InvalidSignature from None


def _read(event: Any) -> tuple[StripeEvent | None, Mapping[str, Any]]:
    nothing: dict[str, Any] = {}
    if not isinstance(event, Mapping):
        return None, nothing
    data = event.get("data")
    thing = data.get("object") if isinstance(data, Mapping) else None
    event_id, kind, created = event.get("id"), event.get("type"), event.get("created")
    if (
        not isinstance(thing, Mapping)
        or not isinstance(event_id, str)
        or not 0 < len(event_id) <= 255
        or not isinstance(kind, str)
        or not isinstance(created, int)
    ):
        return None, nothing
    return StripeEvent(event_id, kind, instant(created)), thing
