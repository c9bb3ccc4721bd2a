"""Requests to the payment provider: repeated under their key."""

from __future__ import annotations

from tests.billing.conftest import Shop


def test_a_try_that_failed_on_the_way_is_repeated_under_its_key(shop: Shop) -> None:
    before = len(shop.stripe.headers)
    shop.stripe.failures.append(500)
    shop.checkout(shop.person())
    first, second = shop.stripe.headers[before:]
    assert first["idempotency-key"] == second["idempotency-key"]
