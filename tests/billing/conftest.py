"""A service that takes payments through a stand-in for Stripe."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import func, select
from webtest import TestApp, TestResponse

from consent_app.billing.models import BillingEvent, Subscription
from consent_app.events.models import AuditEvent
from consent_app.settings import StripeSettings
from consent_app.workspaces.models import Membership, Workspace
from tests.support.factories import Panel, Person, bearer, make_person, unique
from tests.support.harness import Harness, MovableClock
from tests.support.stripe_server import (
    PRICES,
    SECRET_KEY,
    WEBHOOK_SECRET,
    StripeServer,
    serving,
    signed,
)

WEBHOOK = "/v1/billing/webhook"


@dataclass
class Shop:
    """A shop for tests of payments: it buys, delivers events, and reads the results."""

    harness: Harness
    app: TestApp
    stripe: StripeServer

    def person(self) -> Person:
        """Make a person without a workspace."""
        now = self.harness.application.now()
        return make_person(self.app, now, organizationName=unique("Kept "))

    def checkout(self, person: Person, plan: str = "starter", **kw: Any) -> TestResponse:
        """Create a checkout."""
        status = kw.pop("status", 200)
        headers = bearer(person.account_token)
        body = {"plan": plan, **kw}
        return self.app.post_json("/v1/billing/checkout", body, headers=headers, status=status)

    def deliver(self, event: bytes, status: int = 204, **kw: Any) -> TestResponse:
        """Post an event, signed unless ``signature`` says otherwise."""
        answer = kw.get("signature", signed(event))
        headers = {"Content-Type": "application/json; charset=utf-8"}
        if answer is not None:
            headers["Stripe-Signature"] = answer
        return self.app.post(WEBHOOK, event, headers=headers, status=status)

    def pay(self, session_id: str) -> dict[str, Any]:
        """Let the buyer pay and Stripe send the event; return the subscription."""
        subscription = self.stripe.pay(session_id)
        self.deliver(self.stripe.session_event(session_id))
        return subscription

    def buy(self, person: Person, plan: str = "starter", **kw: Any) -> dict[str, Any]:
        """Buy a plan; return the subscription."""
        return self.pay(self.checkout(person, plan, **kw).json["checkoutId"])

    def update(self, subscription: dict[str, Any], kind: str = "updated", **changes: Any) -> None:
        """Change a subscription at Stripe and deliver the event."""
        subscription |= changes
        self.deliver(self.stripe.subscription_event(kind, subscription))

    def workspaces(self, person: Person) -> list[Workspace]:
        """Return the person's workspaces, the oldest first."""
        with self.harness.application.database.session(read_only=True) as session:
            return list(
                session.scalars(
                    select(Workspace)
                    .join(Membership, Membership.workspace_id == Workspace.id)
                    .where(Membership.user_id == UUID(person.user_id))
                    .order_by(Workspace.id)
                )
            )

    def workspace(self, person: Person) -> Workspace:
        """Return the person's only workspace."""
        (result,) = self.workspaces(person)
        return result

    def row(self, subscription: dict[str, Any]) -> Subscription | None:
        """Return the stored row of a subscription."""
        with self.harness.application.database.session(read_only=True) as session:
            return session.scalars(
                select(Subscription).where(
                    Subscription.stripe_subscription_id == subscription["id"]
                )
            ).one_or_none()

    def events(self, workspace: Workspace) -> list[str]:
        """Return the billing events in the audit log, oldest first."""
        with self.harness.application.database.session(read_only=True) as session:
            names = session.scalars(
                select(AuditEvent.event)
                .where(AuditEvent.workspace_id == workspace.id)
                .order_by(AuditEvent.id)
            )
            return [name for name in names if name.startswith(("billing.", "workspace."))]

    def panel(self, person: Person, slug: str) -> Panel:
        """Sign the person in to a workspace, with their password and a backup code."""
        body = {"email": person.email, "password": person.password, "orgSlug": slug}
        challenge = self.app.post_json("/v1/auth/login", body, status=200).json["challengeToken"]
        code = {"challengeToken": challenge, "code": person.backup_codes.pop()}
        session = self.app.post_json("/v1/auth/2fa/verify", code, status=200).json
        return Panel(
            app=self.app,
            person=person,
            access_token=session["accessToken"],
            refresh_token=session["refreshToken"],
            organization=session["organization"],
        )

    def work(self, *kinds: str) -> int:
        """Run the due jobs of these kinds."""
        return self.harness.run_jobs(*kinds)

    def look(self) -> None:
        """Run the periodic job."""
        jobs = self.harness.wsgi.registry.jobs
        jobs.handlers["billing.look"](self.harness.application, {})


def overdue(shop: Shop, subscription: dict[str, Any], clock: MovableClock) -> None:
    """Have a payment be missing for longer than the grace period, within a period."""
    subscription["items"]["data"][0]["current_period_end"] += 365 * 24 * 3600
    shop.update(subscription, status="past_due")
    clock.move(days=15)
    shop.look()


def times_asked(shop: Shop, stripe_id: str) -> int:
    """Return how many times Stripe was asked about something."""
    return sum(path.endswith(f"/{stripe_id}") for _, path in shop.stripe.asked)


def times_handled(shop: Shop, event: bytes) -> int:
    """Return how many times an event was recorded as handled: 0 or 1."""
    with shop.harness.application.database.session(read_only=True) as session:
        statement = select(func.count()).where(BillingEvent.id == json.loads(event)["id"])
        return session.scalar(statement) or 0


def stripe_settings(url: str, **changes: Any) -> StripeSettings:
    """Return the settings for the stand-in at ``url``."""
    settings: dict[str, Any] = {
        "secret_key": SECRET_KEY,
        "webhook_secret": WEBHOOK_SECRET,
        "api_base": url,
        "prices": tuple((price, plan) for plan, price in PRICES.items()),
        "success_url": "https://consent.example/paid",
        "cancel_url": "https://consent.example/not-paid",
    }
    return StripeSettings(**{**settings, **changes})


@contextmanager
def paid_through(server: StripeServer, harness: Harness) -> Iterator[None]:
    """Make a harness take payments through a stand-in."""
    application = harness.application
    former_settings = application.settings
    application.settings = replace(former_settings, stripe=stripe_settings(server.url))
    try:
        yield
    finally:
        application.settings = former_settings


@pytest.fixture(scope="module")
def stripe_server() -> Iterator[StripeServer]:
    """The stand-in for Stripe, shared by the tests of a module."""
    with serving() as server:
        yield server


@pytest.fixture
def shop(
    harness: Harness, app: TestApp, stripe_server: StripeServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Shop]:
    """A shop on the harness's application. Stripe's client repeats requests without a delay."""
    # It is large, and few of the modules that import this one need it.
    import stripe

    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0.001)
    with paid_through(stripe_server, harness):
        yield Shop(harness, app, stripe_server)
    stripe_server.away, stripe_server.slow = False, 0.0
    stripe_server.failures.clear()
    stripe_server.broken.clear()
