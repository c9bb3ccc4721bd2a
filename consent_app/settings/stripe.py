"""Reading the settings of the payment provider, Stripe."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from consent_app.settings.error import SettingsError
from consent_app.settings.exposure import is_loopback
from consent_app.settings.plans import DEMO_PLAN, Plan
from consent_app.settings.reader import is_page_address

API_BASE = "https://api.stripe.com"
_PRICE = re.compile(r"[A-Za-z0-9_]{1,100}")


STRIPE_SETTINGS = (
    "checkout_cancel_url",
    "checkout_success_url",
    "stripe_api_base",
    "stripe_prices",
    "stripe_secret_key",
    "stripe_webhook_secret",
)
"""All settings that ``read_stripe`` can read."""


class Text(Protocol):
    """Reads one setting by its name: None if it is not set."""

    def __call__(self, name: str, default: str | None = None) -> str | None:
        """Return the setting ``name``."""
        ...


@dataclass(frozen=True, slots=True)
class StripeSettings:
    """The settings for Stripe: its keys, and its prices with their plans.

    ``prices`` has pairs of price and plan, in the order given. New customers pay the first price of
    a plan; the others are prices that earlier customers still pay.
    """

    secret_key: str = field(repr=False)
    webhook_secret: str = field(repr=False)
    api_base: str
    prices: tuple[tuple[str, str], ...]
    success_url: str
    cancel_url: str

    def price_of(self, plan_id: str) -> str | None:
        """Return the price at which a plan is sold; None for one that is not."""
        return next((price for price, plan in self.prices if plan == plan_id), None)

    def plan_of(self, price_id: str | None) -> str | None:
        """Return the plan that a price belongs to, or None."""
        return next((plan for price, plan in self.prices if price == price_id), None)


def read_stripe(
    text: Text, plans: Sequence[Plan], public_origin: str, *, development: bool
) -> StripeSettings | None:
    """Return the settings of Stripe; None where neither of its keys is set.

    Raises SettingsError for one key without the other (nothing that is paid would ever arrive),
    for plans without that of a demo, for prices that name no plan, and for an address at which the
    key could be overheard.
    """
    # Read in any case: a mistake should not wait for the day on which the keys are set.
    prices = parse_prices(text("stripe_prices") or "", plans)
    api_base = _api_base(text("stripe_api_base", API_BASE) or API_BASE, development)
    pages = f"{public_origin}/checkout" if public_origin else None
    success_url = _page("checkout_success_url", text, f"{pages}/done" if pages else "")
    cancel_url = _page("checkout_cancel_url", text, f"{pages}/cancelled" if pages else "")
    key, secret = text("stripe_secret_key"), text("stripe_webhook_secret")
    if key is None and secret is None:
        return None
    if key is None or secret is None:
        raise SettingsError(
            "consent.stripe_secret_key and consent.stripe_webhook_secret are needed together."
        )
    if DEMO_PLAN not in {plan.id for plan in plans}:
        raise SettingsError(
            "consent.plans needs the plan demo, which demos are on when Stripe is set up: add"
            ' {"id": "demo", "name": "Demo", "domains": 3}.'
        )
    return StripeSettings(
        secret_key=key,
        webhook_secret=secret,
        api_base=api_base,
        prices=prices,
        success_url=success_url,
        cancel_url=cancel_url,
    )


def parse_prices(text: str, plans: Sequence[Plan]) -> tuple[tuple[str, str], ...]:
    """Return pairs of price and plan from ``starter:price_1 business:price_2``.

    Raises SettingsError.
    """
    plan_ids, prices = {plan.id for plan in plans}, []
    for word in text.replace(",", " ").split():
        plan, _, price = word.partition(":")
        if plan not in plan_ids or not _PRICE.fullmatch(price):
            raise SettingsError(
                "consent.stripe_prices must list PLAN:PRICE, such as starter:price_123; the plans"
                f" are {', '.join(sorted(plan_ids))}."
            )
        prices.append((price, plan))
    if len({price for price, _ in prices}) < len(prices):
        raise SettingsError("consent.stripe_prices names a price twice.")
    return tuple(prices)


def _api_base(value: str, development: bool) -> str:
    value = value.rstrip("/")
    parts = urlsplit(value)
    if (
        not parts.hostname
        or parts.path
        or not (
            parts.scheme == "https"
            or (parts.scheme == "http" and development and is_loopback(parts.hostname))
        )
    ):
        raise SettingsError(
            "consent.stripe_api_base must be an https origin; http is for loopback in development."
        )
    return value


def _page(name: str, text: Text, default: str) -> str:
    value = text(name, default) or default
    if value != default and not is_page_address(value):
        raise SettingsError(f"consent.{name} must be an address such as https://example.com/paid.")
    return value
