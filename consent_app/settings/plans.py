"""Parsing the setting ``plans``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from consent_app.settings.error import SettingsError

INTERVALS = ("month", "year")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_CURRENCY = re.compile(r"[A-Z]{3}")

_WRONG = (
    'consent.plans must be a JSON list of {"id", "name", "domains"}, optionally with'
    ' "price" {"amount", "currency", "interval"}. An id has up to 40 small letters, digits, -'
    " and _, and begins with a letter or a digit."
)


@dataclass(frozen=True, slots=True)
class PlanPrice:
    """The price of a plan as shown to people; Stripe charges its own price.

    ``amount`` is in the currency's smallest unit, ``currency`` an ISO 4217 code, ``interval``
    ``month`` or ``year``.
    """

    amount: int
    currency: str
    interval: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The limits of a workspace on this plan. ``domains`` is the allowance; None: no limit."""

    id: str
    name: str
    domains: int | None
    price: PlanPrice | None = None


DEMO_PLAN = "demo"
"""The id of the plan that a demo is on where payment is set up."""

DEFAULT_PLANS = (
    Plan(DEMO_PLAN, "Demo", 3),
    Plan("starter", "Starter", 1),
    Plan("business", "Business", 10),
    Plan("enterprise", "Enterprise", None),
)


def parse_plans(text: str | None) -> tuple[Plan, ...]:
    """Return the plans of a JSON list, in its order; ``DEFAULT_PLANS`` without one.

    Raises SettingsError.
    """
    if text is None:
        return DEFAULT_PLANS
    try:
        plans = tuple(_plan(row) for row in json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise SettingsError(_WRONG) from None
    if not plans or len({plan.id for plan in plans}) < len(plans):
        raise SettingsError("consent.plans must name at least one plan, and none of them twice.")
    return plans


def _plan(row: Any) -> Plan:
    domains, price = row["domains"], row.get("price")
    if not _ID.fullmatch(row["id"]) or not isinstance(row["name"], str) or not row["name"]:
        raise ValueError
    if domains is not None and not _is_count(domains):
        raise ValueError
    return Plan(row["id"], row["name"], domains, _price(price) if price is not None else None)


def _price(row: Any) -> PlanPrice:
    amount, currency, interval = row["amount"], row["currency"], row["interval"]
    if not _is_count(amount) or not _CURRENCY.fullmatch(currency) or interval not in INTERVALS:
        raise ValueError
    return PlanPrice(amount, currency, interval)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
