"""The operations of billing.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class StartCheckoutBody(Values):
    """What is sent as ``StartCheckoutBody``."""

    __slots__ = ("org_slug", "organization_name", "plan")
    names = (
        "plan",
        "organizationName",
        "orgSlug",
    )

    plan: str
    organization_name: str | None
    org_slug: str | None


class ReceiveBillingEventHeader(Values):
    """What is sent as ``ReceiveBillingEventHeader``."""

    __slots__ = ("stripe_signature",)
    names = ("Stripe-Signature",)

    stripe_signature: str | None


class StartDemoBody(Values):
    """What is sent as ``StartDemoBody``."""

    __slots__ = ("organization_name",)
    names = ("organizationName",)

    organization_name: str | None


class ListPlans(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/billing/plans``."""

    __slots__ = ()
    operation_id = "listPlans"
    types = (Empty, Empty, Empty, Empty)


class StartCheckout(ApiRequest[Empty, Empty, Empty, StartCheckoutBody]):
    """``POST /v1/billing/checkout``."""

    __slots__ = ()
    operation_id = "startCheckout"
    types = (Empty, Empty, Empty, StartCheckoutBody)


class ReceiveBillingEvent(ApiRequest[Empty, Empty, ReceiveBillingEventHeader, Empty]):
    """``POST /v1/billing/webhook``."""

    __slots__ = ()
    operation_id = "receiveBillingEvent"
    types = (Empty, Empty, ReceiveBillingEventHeader, Empty)


class GetSubscription(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/billing/subscription``."""

    __slots__ = ()
    operation_id = "getSubscription"
    types = (Empty, Empty, Empty, Empty)


class StartDemo(ApiRequest[Empty, Empty, Empty, StartDemoBody]):
    """``POST /v1/billing/demo``."""

    __slots__ = ()
    operation_id = "startDemo"
    types = (Empty, Empty, Empty, StartDemoBody)
