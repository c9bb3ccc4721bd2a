"""The routes of billing."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import enforce_rate_limit
from consent_app.api.views import api_view
from consent_app.billing import checkout, demo, schemas, subscription_sync, subscriptions
from consent_app.operations import billing as operations

MAX_WEBHOOK_BYTES = 1024 * 1024


@api_view("billing_demo", "POST", permission="account")
def start_demo(request: operations.StartDemo) -> dict[str, Any]:
    """Start a demo workspace."""
    return schemas.started_demo(demo.start_demo(request.ctx, request.body.organization_name))


@api_view("billing_plans", "GET", permission="public")
def list_plans(request: operations.ListPlans) -> list[dict[str, Any]]:
    """List the plans."""
    return schemas.plans(request.ctx.app.settings)


@api_view("billing_checkout", "POST", permission="account")
def start_checkout(request: operations.StartCheckout) -> dict[str, str]:
    """Open a checkout."""
    body = request.body
    enforce_rate_limit(request.http, "checkouts", str(request.ctx.user_id))
    order = checkout.Order(body.plan, body.organization_name, body.org_slug)
    return schemas.checkout(checkout.start_checkout(request.ctx, order))


@api_view("billing_webhook", "POST", permission="public")
def receive_stripe_event(request: operations.ReceiveBillingEvent) -> None:
    """Receive an event of the payment provider."""
    # The bytes are signed, so they are not parsed before the signature is verified.
    http = request.http
    body = http.read_body(MAX_WEBHOOK_BYTES)
    subscription_sync.receive(request.ctx, body, http.headers.get("Stripe-Signature"))


@api_view("billing_subscription", "GET", permission="panel:viewer")
def get_subscription(request: operations.GetSubscription) -> dict[str, Any]:
    """Show the workspace's plan and the state of its payment."""
    return schemas.subscription(subscriptions.get_subscription(request.ctx))
