"""A shop that takes payments through a stand-in for the payment provider."""

from tests.billing.conftest import shop, stripe_server

__all__ = ["shop", "stripe_server"]
