"""Opening a checkout: for a new workspace, or for one that its owner upgrades or revives."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from consent_app.accounts.service import User, find_user
from consent_app.audit.service import Event, Source, record
from consent_app.billing import attaching, queries
from consent_app.billing.models import Subscription
from consent_app.billing.payments import Payments
from consent_app.billing.states import WORKS
from consent_app.errors import Forbidden, NotFound, PlanCurrent, Unauthenticated, ValidationFailed
from consent_app.runtime import Runtime
from consent_app.settings import StripeSettings
from consent_app.sign_in.service import Caller
from consent_app.text import trimmed
from consent_app.workspaces.service import Workspace, access_by_slug

PLACEHOLDER = "{CHECKOUT_SESSION_ID}"
"""Stripe puts the checkout's id there when the buyer comes back."""


def start_checkout(
    runtime: Runtime,
    payments: Payments,
    source: Source,
    caller: Caller,
    *,
    plan: str,
    organization_name: str | None,
    slug: str | None,
) -> dict[str, str]:
    """Open a checkout at Stripe; return its id and the address of its page.

    Nothing of ours changes before it is paid. Call it with no transaction open. Raises
    BillingUnavailable, ValidationFailed for a plan that is not sold, NotFound for a workspace that
    the caller is no member of, Forbidden for one they do not own, and PlanCurrent.
    """
    stripe = payments.settings(runtime)
    price = _price_of(runtime, stripe, plan)
    with runtime.database.session(read_only=True) as session:
        user = find_user(session, caller.user_id)
        if user is None:
            raise Unauthenticated
        workspace = _owned(session, caller, slug) if slug is not None else None
        paid = queries.current(session, workspace.id) if workspace is not None else None
    if paid is not None and _is_current(paid, plan):
        raise PlanCurrent
    wanted = _wanted(runtime, user, workspace, plan, trimmed(organization_name))
    checkout_id, url = payments.gateway(runtime).open_checkout(
        _params(stripe, user, price, wanted),
        # One key for all tries of this request; another request is another checkout, and whatever
        # is not paid expires at Stripe.
        str(runtime.new_id()),
        # The same customer as before, so that what is left of the former plan is credited.
        customer=paid.stripe_customer_id if paid is not None else None,
        email=user.email,
    )
    with runtime.database.transaction() as session:
        event = Event(
            "billing.checkout_started",
            user.id,
            workspace.id if workspace is not None else None,
            detail={"plan": plan},
        )
        record(session, runtime, source, event)
    return {"checkoutId": checkout_id, "checkoutUrl": url}


def _price_of(runtime: Runtime, stripe: StripeSettings, plan: str) -> str:
    if all(each.id != plan for each in runtime.settings.plans):
        raise ValidationFailed.at("#/plan", "is not one of the plans of GET /v1/billing/plans")
    price = stripe.price_of(plan)
    if price is None:
        raise ValidationFailed.at("#/plan", "is not sold here by itself: talk to us")
    return price


def _owned(session: Session, caller: Caller, slug: str) -> Workspace:
    access = access_by_slug(session, caller.user_id, slug)
    if access is None:
        raise NotFound
    if access.role != "owner":
        raise Forbidden
    return access.workspace


def _is_current(paid: Subscription, plan: str) -> bool:
    return paid.plan == plan and paid.status in WORKS and not paid.cancel_at_period_end


def _wanted(
    runtime: Runtime, user: User, workspace: Workspace | None, plan: str, name: str | None
) -> dict[str, str]:
    wanted = {
        attaching.SITE: runtime.settings.base_url,
        attaching.USER: str(user.id),
        attaching.PLAN: plan,
    }
    if workspace is not None:
        wanted[attaching.WORKSPACE] = str(workspace.id)
    else:
        wanted[attaching.ORGANIZATION] = name or user.organization_name
    return wanted


def _params(
    stripe: StripeSettings, user: User, price: str, wanted: dict[str, str]
) -> dict[str, Any]:
    joint = "&" if "?" in stripe.success_url else "?"
    return {
        "mode": "subscription",
        "line_items": [{"price": price, "quantity": 1}],
        "success_url": f"{stripe.success_url}{joint}checkout={PLACEHOLDER}",
        "cancel_url": stripe.cancel_url,
        "client_reference_id": str(user.id),
        "metadata": wanted,
        "subscription_data": {"metadata": wanted},
    }
