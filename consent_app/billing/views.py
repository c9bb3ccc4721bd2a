"""The billing routes."""

from __future__ import annotations

from typing import Any

from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.billing import checkout, service, showing, webhook
from consent_app.errors import ContentTooLarge

MOST_WEBHOOK_BYTES = 1024 * 1024


@api_view("billing_demo", "POST", permission="account")
def demo(request: Request) -> dict[str, Any]:
    """Start a demo workspace."""
    return service.start_demo(
        request.db,
        request.runtime,
        source_of(request),
        request.identity,
        organization_name=request.openapi_validated.body.get("organizationName"),
    )


@api_view("billing_plans", "GET", permission="public")
def plans(request: Request) -> list[dict[str, Any]]:
    """List the plans."""
    return showing.show_plans(request.runtime)


@api_view("billing_checkout", "POST", permission="account")
def start_checkout(request: Request) -> dict[str, str]:
    """Open a checkout."""
    body, caller = request.openapi_validated.body, request.identity
    check(request, "checkouts", str(caller.user_id))
    return checkout.start_checkout(
        request.runtime,
        request.registry.payments,
        source_of(request),
        caller,
        plan=body["plan"],
        organization_name=body.get("organizationName"),
        slug=body.get("orgSlug"),
    )


@api_view("billing_webhook", "POST", permission="public")
def receive(request: Request) -> None:
    """Take an event of the payment provider."""
    # Its bytes are what is signed, so no schema reads them before.
    if (request.content_length or 0) > MOST_WEBHOOK_BYTES or len(request.body) > MOST_WEBHOOK_BYTES:
        raise ContentTooLarge
    webhook.receive(
        request.runtime,
        request.registry.payments,
        request.body,
        request.headers.get("Stripe-Signature"),
    )


@api_view("billing_subscription", "GET", permission="panel:viewer")
def subscription(request: Request) -> dict[str, Any]:
    """Show the workspace's plan and how its payment stands."""
    return showing.show_subscription(request.db, request.runtime, request.identity.workspace_id)
