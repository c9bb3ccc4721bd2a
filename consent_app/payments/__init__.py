"""The payment provider: Stripe's API, and nothing of what it is paid for."""
