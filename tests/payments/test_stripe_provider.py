"""Errors of the payment provider, and who is informed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.billing.conftest import Shop, stripe_settings


def test_a_customer_missing_at_stripe_is_created_again(shop: Shop) -> None:
    person = shop.person()
    former = shop.buy(person)
    del shop.stripe.customers[former["customer"]]
    slug = shop.workspace(person).slug
    session_id = shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]
    assert shop.stripe.sessions[session_id]["customer_email"] == person.email


def test_a_buyer_whose_address_stripe_does_not_accept_types_another_one(shop: Shop) -> None:
    person = shop.person()
    shop.stripe.invalid_emails.add(person.email)
    session_id = shop.checkout(person).json["checkoutId"]
    assert shop.stripe.sessions[session_id]["customer_email"] is None
    shop.stripe.sessions[session_id]["customer_email"] = "another@example.com"
    shop.pay(session_id)
    # Nor if the customer is deleted at Stripe.
    shop.stripe.customers.clear()
    slug = shop.workspace(person).slug
    session_id = shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]
    assert shop.stripe.sessions[session_id]["customer_email"] is None


def test_a_wrong_key_or_price_is_reported_to_the_operator_only(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    application, person = shop.harness.application, shop.person()
    for changes in ({"secret_key": "sk_test_wrong"}, {"prices": (("price_gone", "starter"),)}):
        settings = stripe_settings(shop.stripe.url, **changes)
        application.settings = replace(application.settings, stripe=settings)
        response = shop.checkout(person, status=503)
        assert response.json["code"] == "billing_unavailable"
        assert "sk_test" not in response.text + caplog.text
    assert "AuthenticationError" in caplog.text
    assert "line_items[0][price]" in caplog.text
