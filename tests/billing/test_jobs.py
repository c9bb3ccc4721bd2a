"""The hourly questions to Stripe: which, how often, and while some of them are not answered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from consent_app.billing.models import Checkout
from consent_app.jobs import JobFailed
from tests.billing.conftest import Shop, overdue, times_asked
from tests.support.factories import Person
from tests.support.harness import MovableClock


def unpaid(shop: Shop, count: int) -> list[tuple[Person, dict[str, Any]]]:
    """Make people with an overdue subscription each."""
    made = []
    for _ in range(count):
        person = shop.person()
        subscription = shop.buy(person)
        shop.update(subscription, status="past_due")
        made.append((person, subscription))
    return made


def test_one_that_always_fails_stops_no_other(shop: Shop, clock: MovableClock) -> None:
    (first, failing), (second, _) = unpaid(shop, 2)
    shop.stripe.broken.add(failing["id"])
    clock.move(days=15)
    with pytest.raises(JobFailed, match="Stripe did not answer 1 question, or"):
        shop.look()
    assert shop.workspace(first).suspended_at is None
    assert shop.workspace(second).suspended_at is not None
    shop.stripe.broken.clear()
    shop.look()
    assert shop.workspace(first).suspended_at is not None


def test_many_that_always_fail_let_the_others_have_the_next_turn(
    shop: Shop, clock: MovableClock
) -> None:
    *failing, (person, _) = unpaid(shop, 6)
    shop.stripe.broken |= {subscription["id"] for _, subscription in failing}
    clock.move(days=15)
    for _ in range(2):
        with pytest.raises(JobFailed):
            shop.look()
        clock.move(hours=1)
    assert shop.workspace(person).suspended_at is not None


def test_a_response_that_cannot_be_read_stops_no_other_kind_of_question(
    shop: Shop, clock: MovableClock, caplog: pytest.LogCaptureFixture
) -> None:
    ((_, unreadable),) = unpaid(shop, 1)
    created = unreadable.pop("created")
    person = shop.person()
    shop.stripe.pay(shop.checkout(person).json["checkoutId"])
    clock.move(days=15)
    with pytest.raises(JobFailed, match="Stripe"):
        shop.look()
    unreadable["created"] = created
    assert shop.workspace(person).plan == "starter"
    reported = (
        f"Stripe's response about {unreadable['id']} cannot be read: KeyError in consent_app."
    )
    assert reported in caplog.text


def test_nothing_is_kept_for_longer_when_payments_are_no_longer_set_up(
    shop: Shop, clock: MovableClock
) -> None:
    checkout_id = shop.checkout(shop.person()).json["checkoutId"]
    application = shop.harness.application
    application.settings = replace(application.settings, stripe=None)
    clock.move(days=31)
    shop.look()
    with application.database.session(read_only=True) as session:
        assert session.get(Checkout, checkout_id) is None


def test_the_questions_end_when_stripe_is_down(shop: Shop, clock: MovableClock) -> None:
    unpaid(shop, 9)
    clock.move(days=15)
    shop.stripe.away = True
    before = len(shop.stripe.asked)
    with pytest.raises(JobFailed):
        shop.look()
    # Three of each kind, and each of them once again. Others may have left some that are to end.
    assert 3 * 3 * 2 <= len(shop.stripe.asked) - before <= 4 * 3 * 2


def test_what_is_overdue_for_long_is_asked_about_less_and_less_often(
    shop: Shop, clock: MovableClock
) -> None:
    subscription = shop.buy(shop.person())
    overdue(shop, subscription, clock)

    def times(looks: int, **apart: float) -> int:
        before = times_asked(shop, subscription["id"])
        for _ in range(looks):
            clock.move(**apart)
            shop.look()
        return times_asked(shop, subscription["id"]) - before

    assert times(3, hours=1) == 3
    assert times(1, days=8) == 1
    assert times(5, hours=4) == 0
    assert times(1, hours=5) == 1
    assert times(1, days=90) == 1
    assert times(3, days=2) == 0
    assert times(1, days=2) == 1


def test_a_change_of_plan_without_an_event_is_found_within_a_week(
    shop: Shop, clock: MovableClock
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    subscription["items"]["data"][0]["current_period_end"] += 365 * 24 * 3600
    shop.update(subscription)
    shop.stripe.set_price(subscription, "business")
    clock.move(days=8)
    shop.look()
    assert shop.workspace(person).plan == "business"
    requests = times_asked(shop, subscription["id"])
    clock.move(days=6)
    shop.look()
    assert times_asked(shop, subscription["id"]) == requests


def test_nothing_is_asked_about_a_subscription_that_has_ended(
    shop: Shop, clock: MovableClock
) -> None:
    subscription = shop.buy(shop.person())
    shop.update(subscription, status="past_due")
    shop.update(subscription, "deleted", status="canceled")
    requests = times_asked(shop, subscription["id"])
    # Its period has ended, it was overdue, and it was not asked about for weeks.
    clock.move(days=60)
    shop.look()
    assert times_asked(shop, subscription["id"]) == requests


def test_failures_with_responses_between_them_end_no_questions(
    shop: Shop, clock: MovableClock
) -> None:
    subscriptions = [shop.buy(shop.person()) for _ in range(6)]
    for subscription in subscriptions:
        subscription["items"]["data"][0]["current_period_end"] += 365 * 24 * 3600
        shop.update(subscription)
    shop.stripe.broken.update(subscription["id"] for subscription in subscriptions[::2])
    last_id = subscriptions[-1]["id"]
    requests = times_asked(shop, last_id)
    clock.move(days=8)
    with pytest.raises(JobFailed):
        shop.look()
    assert times_asked(shop, last_id) == requests + 1
