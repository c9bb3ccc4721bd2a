"""How a subscription's current state affects its workspace (``docs/billing.md``).

An event is only a reason to ask Stripe for the subscription's current state, so neither the order
nor the number of events matters. Asking takes time, and no connection is held while it does. The
stored version is remembered, and if it has changed by then, Stripe is asked again.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError

from consent_app.billing import events, queries
from consent_app.billing.mails import OVERDUE, SUSPENDED, send_to_owners
from consent_app.billing.models import BillingEvent, Subscription
from consent_app.billing.subscription_creation import create_subscription
from consent_app.billing.subscriptions import grace, is_suspended_otherwise
from consent_app.context import Context
from consent_app.errors import BillingUnavailable, InvalidSignature
from consent_app.events.event import Change
from consent_app.openapi.json import JsonError, loads
from consent_app.payments.service import (
    StripeProvider,
    SubscriptionState,
    instant,
    subscription_named_by,
)
from consent_app.workspaces.service import Workspace, lock_workspace, put_on_plan, suspend

MAX_ATTEMPTS = 6

TOLERANCE_SECONDS = 300
"""How old a signature may be. An intercepted one is useless after that."""

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

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StripeEvent:
    """An event of Stripe's: its id, its type, and when it happened there."""

    id: str
    kind: str
    at: datetime


@dataclass(frozen=True, slots=True)
class _Synced:
    """The stored rows of a subscription, read under one lock."""

    workspace: Workspace
    row: Subscription
    state: SubscriptionState


def receive(ctx: Context, raw: bytes, header: str | None) -> None:
    """Handle an event. Call it without a transaction.

    Other types of events, and objects that are not ours, are accepted without effect. Raises
    InvalidSignature, and BillingUnavailable, after which Stripe resends the event for three days.
    """
    secret = ctx.app.get(StripeProvider).settings.webhook_secret
    event, stripe_object = _read(_signed(raw, header, secret))
    if event is None or event.kind not in HANDLED:
        return
    system = Context.of_system(ctx.app)
    stripe_id = subscription_named_by(event.kind, stripe_object)
    if stripe_id is None:
        # A checkout or an invoice without a subscription is for something else that they sell.
        note_event(system, event)
        return
    sync_subscription(system, stripe_id, event)


def _signed(raw: bytes, header: str | None, secret: str) -> Any:
    from stripe import SignatureVerificationError, WebhookSignature

    try:
        WebhookSignature.verify_header(raw, header, secret, TOLERANCE_SECONDS)
        return loads(raw)
    except (SignatureVerificationError, JsonError, ValueError, TypeError):
        # Including bytes that are not UTF-8, and signatures that are not ASCII.
        raise InvalidSignature from None


def _read(event: Any) -> tuple[StripeEvent | None, Mapping[str, Any]]:
    no_object: dict[str, Any] = {}
    if not isinstance(event, Mapping):
        return None, no_object
    data = event.get("data")
    stripe_object = data.get("object") if isinstance(data, Mapping) else None
    event_id, kind, created = event.get("id"), event.get("type"), event.get("created")
    if (
        not isinstance(stripe_object, Mapping)
        or not isinstance(event_id, str)
        or not 0 < len(event_id) <= 255
        or not isinstance(kind, str)
        or not isinstance(created, int)
    ):
        return None, no_object
    try:
        return StripeEvent(event_id, kind, instant(created)), stripe_object
    except ValueError:
        return None, no_object


def sync_subscription(
    ctx: Context, stripe_id: str, event: StripeEvent | None = None
) -> SubscriptionState | None:
    """Ask Stripe for a subscription's state, apply it and return it; None for an unknown one.

    An event that was handled has no effect. Call it without a transaction. Raises
    BillingUnavailable, after which nothing has changed.
    """
    client = ctx.app.get(StripeProvider).client
    for _ in range(MAX_ATTEMPTS):
        with ctx.reading() as reading:
            if event is not None and queries.is_handled(reading.session, event.id):
                return None
            version = queries.get_version(reading.session, stripe_id)
        state = client.subscription(stripe_id)
        try:
            with ctx.transaction() as writing:
                if _write(writing, stripe_id, state, version, event):
                    return state
        except IntegrityError:
            # Another process created the same workspace, or handled the same event, at the same
            # time.
            continue
    raise BillingUnavailable


def note_event(ctx: Context, event: StripeEvent) -> None:
    """Store an event that needs no action."""
    try:
        with ctx.transaction() as writing:
            _add_event(writing, event)
    except IntegrityError:
        return


def _add_event(ctx: Context, event: StripeEvent) -> None:
    ctx.session.add(BillingEvent(id=event.id, kind=event.kind[:100], handled_at=ctx.now()))
    ctx.session.flush()


def _write(
    ctx: Context,
    stripe_id: str,
    state: SubscriptionState | None,
    version: int | None,
    event: StripeEvent | None,
) -> bool:
    """Store the state; False if another process has stored one since ``version``."""
    workspace_id = queries.get_workspace_id(ctx.session, stripe_id)
    if (workspace_id is None) != (version is None):
        return False
    if workspace_id is not None:
        workspace = lock_workspace(ctx.session, workspace_id)
        row = queries.lock_subscription(ctx.session, stripe_id)
        if workspace is None or row is None or row.version != version:
            return False
        if state is None:
            # Of another account or mode. Nothing changes, because the key may be the wrong one.
            log.error("Stripe has no subscription %s: check the API key", stripe_id)
        else:
            _update(ctx, _Synced(workspace, row, state), event)
    elif state is not None:
        created = create_subscription(ctx, state)
        if created is not None:
            _update(ctx, _Synced(*created, state), event)
    if event is not None:
        _add_event(ctx, event)
    return True


def _update(ctx: Context, synced: _Synced, event: StripeEvent | None) -> None:
    row, state, stripe = synced.row, synced.state, ctx.app.settings.stripe
    before = (row.plan, row.status, row.cancel_at_period_end)
    plan = stripe.plan_of(state.price) if stripe is not None else None
    if plan is None:
        log.error("the price %s of a subscription belongs to no configured plan", state.price)
    row.plan = plan or row.plan
    row.status = state.status
    row.stripe_customer_id = state.customer
    row.current_period_end = state.period_end
    row.cancel_at_period_end = state.cancel_at_period_end
    if event is not None and (row.last_event_at is None or row.last_event_at < event.at):
        row.last_event_at = event.at
    is_new = row.version == 0
    row.version += 1
    if row.replaced_at is None:
        system = ctx.in_workspace(row.workspace_id)
        _emit_changes(system, row, before, is_new)
        _apply(system, synced, changed=is_new or before[:2] != (row.plan, row.status))
        if is_new and synced.workspace.suspended_at is not None:
            # Its checkout was opened before the suspension.
            log.error(
                "%s was paid for, but its workspace stays suspended: refund it, and cancel it at"
                " Stripe",
                state.id,
            )
    ctx.session.flush()


def _apply(ctx: Context, synced: _Synced, *, changed: bool) -> None:
    """Apply the state to the workspace. ``changed``: another plan or status than was stored."""
    if synced.state.works:
        synced.row.overdue_since = None
        if changed:
            # Only then: an operator's changes stay until something happens at Stripe.
            _resume(ctx, synced)
        return
    if synced.state.overdue:
        since = _note_overdue(ctx, synced, changed=changed)
        if since + grace(ctx.app) > ctx.now():
            return
    _suspend(ctx, synced, changed=changed)


def _resume(ctx: Context, synced: _Synced) -> None:
    """Put the workspace on the plan that is paid for, and end its suspension for payment."""
    workspace, row = synced.workspace, synced.row
    resume = not is_suspended_otherwise(workspace, row)
    put_on_plan(ctx.session, workspace, row.plan, resume=resume)
    since, row.suspended_at = row.suspended_at, None
    if since is not None and workspace.suspended_at is None:
        plan = Change("plan", None, row.plan)
        ctx.emit(events.WorkspaceResumed(subject_id=row.id, changes=(plan,)))


def _note_overdue(ctx: Context, synced: _Synced, *, changed: bool) -> datetime:
    """Return since when the payment is overdue. The first time, announce it and mail the owners."""
    workspace, row, now = synced.workspace, synced.row, ctx.now()
    if row.overdue_since is None:
        row.overdue_since = now
        if workspace.suspended_at is None:
            # An operator lifted the former suspension. This one begins after the grace period.
            row.suspended_at = None
        ctx.emit(events.PaymentOverdue(subject_id=row.id))
        send_to_owners(ctx, workspace, OVERDUE, until=f"{now + grace(ctx.app):%Y-%m-%d}")
    if workspace.suspended_at is None and changed:
        workspace.plan = row.plan
    return row.overdue_since


def _suspend(ctx: Context, synced: _Synced, *, changed: bool) -> None:
    workspace, row, now = synced.workspace, synced.row, ctx.now()
    # Again, if an operator resumed it and something has happened at Stripe since.
    if row.suspended_at is None or (changed and workspace.suspended_at is None):
        first = workspace.suspended_at is None
        row.suspended_at = now
        suspend(workspace, now)
        status = Change("status", None, row.status)
        ctx.emit(events.WorkspaceSuspendedForPayment(subject_id=row.id, changes=(status,)))
        if first:
            # It says that a payment resumes the workspace.
            send_to_owners(ctx, workspace, SUSPENDED)


def _emit_changes(
    ctx: Context, row: Subscription, before: tuple[str, str, bool], is_new: bool
) -> None:
    if is_new:
        ctx.emit(events.Subscribed(subject_id=row.id, changes=(Change("plan", None, row.plan),)))
        return
    plan, status, ending = before
    if plan != row.plan:
        change = Change("plan", plan, row.plan)
        ctx.emit(events.PlanChanged(subject_id=row.id, changes=(change,)))
    if status != row.status:
        change = Change("status", status, row.status)
        ctx.emit(events.SubscriptionStatusChanged(subject_id=row.id, changes=(change,)))
    if ending != row.cancel_at_period_end:
        cancellation = events.CancellationTakenBack if ending else events.CancellationSet
        ctx.emit(cancellation(subject_id=row.id))
