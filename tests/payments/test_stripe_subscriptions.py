"""Subscriptions and invoices, as the payment provider writes them."""

from __future__ import annotations

from tests.billing.conftest import Shop


def test_an_invoice_in_the_older_form_is_read(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.stripe.pay(shop.checkout(person).json["checkoutId"])
    invoice = {"id": "in_1", "object": "invoice", "subscription": subscription["id"]}
    shop.deliver(shop.stripe.event("invoice.paid", invoice))
    assert shop.workspace(person).plan == "starter"
