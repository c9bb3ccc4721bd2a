"""Subscriptions and invoices, as the payment provider writes them."""

from __future__ import annotations

from consent_app.payments.stripe_subscriptions import read_subscription
from tests.billing.conftest import Shop


def test_an_invoice_in_the_older_form_is_read(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.stripe.pay(shop.checkout(person).json["checkoutId"])
    invoice = {"id": "in_1", "object": "invoice", "subscription": subscription["id"]}
    shop.deliver(shop.stripe.event("invoice.paid", invoice))
    assert shop.workspace(person).plan == "starter"


def test_a_subscription_with_a_date_of_its_end_is_one_that_ends(shop: Shop) -> None:
    subscription = shop.stripe.pay(shop.checkout(shop.person()).json["checkoutId"])
    assert not read_subscription(subscription).cancel_at_period_end
    assert read_subscription(subscription | {"cancel_at": 2_000_000_000}).cancel_at_period_end
