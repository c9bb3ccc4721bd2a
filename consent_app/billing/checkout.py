"""Opening a checkout: for a new workspace, or for one that its owner upgrades or revives.

Stripe announces the payment by events. If they are lost, an hourly job asks Stripe for the outcome.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from consent_app.accounts.service import User, get_user
from consent_app.billing import queries, subscription_creation
from consent_app.billing.events import CheckoutStarted
from consent_app.billing.models import Checkout, Subscription
from consent_app.billing.subscription_sync import sync_subscription
from consent_app.billing.subscriptions import is_suspended_otherwise
from consent_app.context import Context
from consent_app.errors import Forbidden, NotFound, PlanCurrent, Unauthenticated, ValidationFailed
from consent_app.events.event import Change
from consent_app.payments.service import WORKS, CheckoutState, StripeProvider
from consent_app.settings import StripeSettings
from consent_app.text import trimmed
from consent_app.workspaces.service import Workspace, get_access_by_slug

log = logging.getLogger(__name__)

PLACEHOLDER = "{CHECKOUT_SESSION_ID}"
"""Stripe inserts the checkout's id here when the buyer returns."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order of a plan. ``slug`` names the workspace to upgrade or restore; None for a new
    one."""

    plan: str
    organization_name: str | None
    slug: str | None


@dataclass(frozen=True, slots=True)
class OpenCheckout:
    """A checkout at Stripe: its id, and the address of its page."""

    id: str
    url: str


def start_checkout(ctx: Context, order: Order) -> OpenCheckout:
    """Open a checkout at Stripe.

    Nothing changes here before it is paid. Call it without a transaction. Raises
    BillingUnavailable, ValidationFailed for a plan that is not sold, NotFound for a workspace that
    the caller is not a member of, Forbidden for one they do not own or that was not suspended for
    payment, PlanCurrent, and Unauthenticated if the account no longer exists.
    """
    provider = ctx.app.get(StripeProvider)
    price = _price_of(ctx, provider.settings, order.plan)
    with ctx.reading() as reading:
        user = get_user(reading.session, ctx.user_id)
        if user is None:
            raise Unauthenticated
        workspace = _owned(reading, order.slug) if order.slug is not None else None
        paid = queries.get_current(reading.session, workspace.id) if workspace is not None else None
    if workspace is not None and is_suspended_otherwise(workspace, paid):
        raise Forbidden(
            "This workspace is suspended, and a payment would not resume it. Ask the operator of"
            " this server."
        )
    if paid is not None and _is_current(paid, order.plan):
        raise PlanCurrent
    metadata = _metadata(ctx, user, workspace, order)
    checkout_id, url = provider.client.open_checkout(
        _params(provider.settings, user, price, metadata),
        # One key for all attempts of this request. Another request opens another checkout, and
        # unpaid ones expire at Stripe.
        str(ctx.new_id()),
        # The same customer as before, so that the rest of the former plan is credited.
        customer=paid.stripe_customer_id if paid is not None else None,
        email=user.email,
    )
    with ctx.transaction() as writing:
        # Before the buyer gets its address, so that no payment is missed.
        writing.session.add(Checkout(id=checkout_id, created_at=ctx.now()))
        if workspace is not None:
            writing = writing.in_workspace(workspace.id)
        writing.emit(CheckoutStarted(changes=(Change("plan", None, order.plan),)))
    return OpenCheckout(checkout_id, url)


def sync_checkout(ctx: Context, checkout_id: str) -> None:
    """Ask Stripe for the outcome of a checkout, and apply its payment if no event has done so.

    The checkout is deleted once its outcome is final. Call it without a transaction. Raises
    BillingUnavailable.
    """
    state = ctx.app.get(StripeProvider).client.checkout(checkout_id)
    if state is not None and not _apply_outcome(ctx, state):
        return
    with ctx.transaction() as writing:
        queries.delete_checkout(writing.session, checkout_id)


def _apply_outcome(ctx: Context, checkout: CheckoutState) -> bool:
    """Apply a payment that is not stored yet. Return whether the outcome is final."""
    if checkout.open or checkout.subscription is None:
        return not checkout.open
    with ctx.reading() as reading:
        if queries.get_version(reading.session, checkout.subscription) is not None:
            return True
    # An event that comes now breaks the subscription's unique id, and one of the two begins again.
    state = sync_subscription(ctx, checkout.subscription)
    if state is not None and state.begun:
        site = state.metadata.get(subscription_creation.SITE)
        if site != ctx.app.settings.base_url:
            # Ours, but opened before the service got another address.
            log.error(
                "the subscription %s was paid for at %s, a former address: refund it, and cancel"
                " it at Stripe",
                state.id,
                site,
            )
    return state is None or state.begun or state.over


def _price_of(ctx: Context, stripe: StripeSettings, plan_id: str) -> str:
    if all(plan.id != plan_id for plan in ctx.app.settings.plans):
        raise ValidationFailed.at("#/plan", "is not one of the plans of GET /v1/billing/plans")
    price = stripe.price_of(plan_id)
    if price is None:
        raise ValidationFailed.at("#/plan", "is not sold online: contact us")
    return price


def _owned(ctx: Context, slug: str) -> Workspace:
    access = get_access_by_slug(ctx.session, ctx.user_id, slug)
    if access is None:
        raise NotFound
    if access.role != "owner":
        raise Forbidden
    return access.workspace


def _is_current(paid: Subscription, plan: str) -> bool:
    return paid.plan == plan and paid.status in WORKS and not paid.cancel_at_period_end


def _metadata(
    ctx: Context, user: User, workspace: Workspace | None, order: Order
) -> dict[str, str]:
    metadata = {
        subscription_creation.SITE: ctx.app.settings.base_url,
        subscription_creation.USER: str(user.id),
        subscription_creation.PLAN: order.plan,
    }
    if workspace is not None:
        metadata[subscription_creation.WORKSPACE] = str(workspace.id)
    else:
        name = trimmed(order.organization_name) or user.organization_name
        metadata[subscription_creation.ORGANIZATION] = name
    return metadata


def _params(
    stripe: StripeSettings, user: User, price: str, metadata: dict[str, str]
) -> dict[str, Any]:
    joint = "&" if "?" in stripe.success_url else "?"
    return {
        "mode": "subscription",
        "line_items": [{"price": price, "quantity": 1}],
        "success_url": f"{stripe.success_url}{joint}checkout={PLACEHOLDER}",
        "cancel_url": stripe.cancel_url,
        "client_reference_id": str(user.id),
        "metadata": metadata,
        "subscription_data": {"metadata": metadata},
    }
