"""What Stripe tells: checked for its signature, then a reason to ask how a subscription stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from consent_app.api.json import JsonError, loads
from consent_app.billing.payments import Payments
from consent_app.billing.settling import Told, note, settle
from consent_app.billing.states import instant, subscription_named_by
from consent_app.errors import InvalidSignature
from consent_app.runtime import Runtime

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


def receive(runtime: Runtime, payments: Payments, raw: bytes, header: str | None) -> None:
    """Handle an event. Call it with no transaction open.

    Other types of events, and things that are not ours, are taken and do nothing. Raises
    InvalidSignature, and BillingUnavailable: Stripe sends the event again then, for three days.
    """
    secret = payments.settings(runtime).webhook_secret
    event = _signed(raw, header, secret)
    told, thing = _told(event)
    if told is None or told.kind not in HANDLED:
        return
    stripe_id = subscription_named_by(told.kind, thing)
    if stripe_id is None:
        # A checkout or an invoice without a subscription is of something else that they sell.
        note(runtime, told)
        return
    settle(runtime, payments, stripe_id, told)


def _signed(raw: bytes, header: str | None, secret: str) -> Any:
    from stripe import SignatureVerificationError, WebhookSignature

    try:
        WebhookSignature.verify_header(raw, header, secret, TOLERANCE_SECONDS)
        return loads(raw)
    except (SignatureVerificationError, JsonError, ValueError, TypeError):
        # Bytes that are no UTF-8 and signatures that are no ASCII among them.
        raise InvalidSignature from None


def _told(event: Any) -> tuple[Told | None, Mapping[str, Any]]:
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
    return Told(event_id, kind, instant(created)), thing
