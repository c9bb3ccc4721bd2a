"""The payment provider: Stripe's API, without plans and workspaces."""
