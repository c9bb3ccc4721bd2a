"""The setting ``plans``."""

from __future__ import annotations

import json

import pytest

from consent_app.settings import SettingsError
from consent_app.settings.plans import DEFAULT_PLANS, Plan, PlanPrice, parse_plans

GOOD = {"id": "team", "name": "Team", "domains": 5}
PRICE = {"amount": 1900, "currency": "EUR", "interval": "month"}


def test_without_the_setting_there_are_the_usual_ones() -> None:
    assert parse_plans(None) == DEFAULT_PLANS


def test_plans_in_their_order_with_what_they_cost() -> None:
    rows = [{**GOOD, "price": PRICE}, {"id": "all", "name": "All", "domains": None}]
    assert parse_plans(json.dumps(rows)) == (
        Plan("team", "Team", 5, PlanPrice(1900, "EUR", "month")),
        Plan("all", "All", None),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "7",
        "[7]",
        json.dumps([{"id": "team", "name": "Team"}]),
        json.dumps([GOOD | {"id": "Team!"}]),
        json.dumps([GOOD | {"name": ""}]),
        json.dumps([GOOD | {"domains": -1}]),
        json.dumps([GOOD | {"domains": True}]),
        json.dumps([GOOD | {"price": PRICE | {"currency": "euro"}}]),
        json.dumps([GOOD | {"price": PRICE | {"interval": "week"}}]),
        json.dumps([GOOD | {"price": PRICE | {"amount": 19.5}}]),
        json.dumps([GOOD, GOOD]),
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=r"consent\.plans"):
        parse_plans(text)


def test_the_error_says_what_an_id_is() -> None:
    with pytest.raises(SettingsError, match="An id has up to 40 small letters"):
        parse_plans(json.dumps([GOOD | {"id": "Team"}]))
