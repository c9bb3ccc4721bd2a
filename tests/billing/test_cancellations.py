"""Subscriptions that the service ends at Stripe, and cancellations that fail."""

from __future__ import annotations

from sqlalchemy import delete

from consent_app.jobs.models import Job
from tests.billing.conftest import Shop, times_asked
from tests.support.harness import MovableClock


def forget_cancellations(shop: Shop) -> None:
    """Lose the jobs that end subscriptions, as after an outage of a day."""
    with shop.harness.application.database.transaction() as session:
        session.execute(delete(Job).where(Job.kind == "billing.cancel"))


def test_nobody_pays_twice_after_an_upgrade_whose_cancellation_failed(
    shop: Shop, clock: MovableClock
) -> None:
    person = shop.person()
    former = shop.buy(person, "starter")
    slug = shop.workspace(person).slug
    upgrade = shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]
    # By now nobody has asked about the former one for a week, and its period has ended.
    clock.move(days=40)
    shop.pay(upgrade)
    forget_cancellations(shop)
    requests = times_asked(shop, former["id"])
    shop.look()
    assert former["status"] == "active"
    assert times_asked(shop, former["id"]) == requests
    clock.move(days=1, hours=1)
    shop.look()
    assert former["status"] == "canceled"
    assert shop.workspace(person).plan == "business"
    # It is stored that it has ended, also if the event of that is lost: nobody asks again.
    clock.move(days=2)
    requests = times_asked(shop, former["id"])
    shop.look()
    assert times_asked(shop, former["id"]) == requests
