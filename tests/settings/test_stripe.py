from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from consent_app.settings import PlanPrice, Settings, SettingsError, read_settings

KEYS = {"stripe_secret_key": "sk_test_secret", "stripe_webhook_secret": "whsec_secret"}


def read(tmp_path: Path, **options: str) -> Settings:
    """Read development's settings with these."""
    ini = {"environment": "development", "var_dir": str(tmp_path), **options}
    return read_settings({f"consent.{name}": value for name, value in ini.items()}, {})


def test_without_keys_stripe_is_not_configured(tmp_path: Path) -> None:
    assert read(tmp_path).stripe is None


def test_prices_belong_to_plans_and_the_first_is_sold(tmp_path: Path) -> None:
    prices = "starter:price_new starter:price_old, business:price_b"
    settings = read(tmp_path, stripe_prices=prices, **KEYS)
    stripe = settings.stripe
    assert stripe is not None
    assert stripe.price_of("starter") == "price_new"
    assert stripe.plan_of("price_old") == "starter"
    assert stripe.plan_of("price_b") == "business"
    assert (stripe.price_of("enterprise"), stripe.plan_of("price_x")) == (None, None)
    assert stripe.api_base == "https://api.stripe.com"
    assert "secret" not in repr(settings).replace("secret_keys", "")


@pytest.mark.parametrize(
    "text",
    [
        {"stripe_secret_key": "sk_test_x"},
        {"stripe_webhook_secret": "whsec_x"},
        {"stripe_prices": "starter"},
        {"stripe_prices": "starter:"},
        {"stripe_prices": "platinum:price_1"},
        {"stripe_prices": "starter:price_1 business:price_1"},
        {"stripe_api_base": "http://api.example.com"},
        {"stripe_api_base": "https://api.example.com/v1"},
        {**KEYS, "checkout_success_url": "/done"},
        {"billing_grace_days": "-1"},
        {**KEYS, "plans": '[{"id": "starter", "name": "Starter", "domains": 1}]'},
    ],
)
def test_what_cannot_work_stops_the_start(tmp_path: Path, text: dict[str, str]) -> None:
    with pytest.raises(SettingsError) as stopped:
        read(tmp_path, default_plan="starter", **text)
    assert f"consent.{list(text)[-1].partition('=')[0][:7]}" in str(stopped.value)
    assert "sk_test" not in str(stopped.value)


def test_loopback_may_be_http_in_development_only(tmp_path: Path) -> None:
    assert read(tmp_path, stripe_api_base="http://127.0.0.1:8085", **KEYS).stripe is not None


@pytest.mark.parametrize(
    "plans",
    [
        {},
        [],
        [{"id": "a", "name": "A"}],
        [{"id": "A B", "name": "A", "domains": 1}],
        [{"id": "a", "name": "", "domains": 1}],
        [{"id": "a", "name": "A", "domains": -1}],
        [{"id": "a", "name": "A", "domains": True}],
        [{"id": "a", "name": "A", "domains": 1}] * 2,
        [{"id": "a", "name": "A", "domains": 1, "price": {"amount": 9}}],
        [
            {
                "id": "a",
                "name": "A",
                "domains": 1,
                "price": {"amount": 9.5, "currency": "EUR", "interval": "month"},
            }
        ],
    ],
)
def test_plans_that_make_no_sense_stop_the_start(tmp_path: Path, plans: Any) -> None:
    with pytest.raises(SettingsError, match=r"consent\.plans"):
        read(tmp_path, plans=json.dumps(plans))


def test_a_plan_may_name_its_price(tmp_path: Path) -> None:
    price = {"amount": 900, "currency": "EUR", "interval": "month"}
    plan = {"id": "enterprise", "name": "E", "domains": None, "price": price}
    (read_plan,) = read(tmp_path, plans=json.dumps([plan])).plans
    assert read_plan.price == PlanPrice(900, "EUR", "month")
