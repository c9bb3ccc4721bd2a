"""First payments whose events never come, or come while the service asks about them."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from uuid import UUID

import pytest

from consent_app.context import Context
from consent_app.jobs import JobFailed
from consent_app.payments.service import StripeProvider, SubscriptionState
from consent_app.workspaces.service import get_workspace
from tests.billing.conftest import WEBHOOK, Shop, times_asked
from tests.support.factories import make_panel
from tests.support.harness import MovableClock
from tests.support.stripe_server import signed

CREATED = ["workspace.created", "billing.subscribed"]


def test_a_workspace_is_created_though_no_event_comes(shop: Shop, clock: MovableClock) -> None:
    person, later_person = shop.person(), shop.person()
    checkout_id = shop.checkout(person, "business").json["checkoutId"]
    later_checkout_id = shop.checkout(later_person).json["checkoutId"]
    shop.stripe.pay(checkout_id)
    clock.move(minutes=50)
    shop.look()
    assert shop.workspaces(person) == []
    clock.move(minutes=20)
    shop.look()
    assert shop.workspace(person).plan == "business"
    # Once it is known what became of it, nobody asks any more, and a late event does nothing.
    requests = times_asked(shop, checkout_id)
    shop.stripe.pay(later_checkout_id)
    clock.move(days=2)
    shop.look()
    assert times_asked(shop, checkout_id) == requests == 1
    assert shop.workspace(later_person).plan == "starter"
    shop.deliver(shop.stripe.session_event(checkout_id))
    assert shop.events(shop.workspace(person)) == CREATED


def test_an_upgrade_takes_effect_though_no_event_comes(shop: Shop, clock: MovableClock) -> None:
    panel = make_panel(shop.app, shop.harness.application.now())
    slug, workspace_id = panel.organization["slug"], UUID(panel.organization["id"])
    checkout_id = shop.checkout(panel.person, "business", orgSlug=slug).json["checkoutId"]
    shop.stripe.pay(checkout_id)
    clock.move(hours=2)
    shop.look()
    with Context.of_system(shop.harness.application).reading() as reading:
        workspace = get_workspace(reading.session, workspace_id)
        assert workspace is not None
        assert (workspace.plan, workspace.plan_ends_at) == ("business", None)


def test_a_payment_whose_event_came_changes_nothing_again(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    row = shop.row(subscription)
    clock.move(hours=2)
    shop.look()
    row_after = shop.row(subscription)
    assert row is not None
    assert row_after is not None
    assert row_after.version == row.version
    assert shop.events(shop.workspace(person)) == CREATED


def test_a_checkout_is_asked_about_until_it_has_ended(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    abandoned = shop.checkout(person).json["checkoutId"]
    for hour in range(23):
        if hour in (4, 10, 16):
            # It puts off no question about another one.
            shop.checkout(shop.person())
        clock.move(hours=1)
        shop.look()
    # Often at first, when most people pay.
    assert times_asked(shop, abandoned) == 5
    shop.stripe.expire(abandoned)
    for _ in range(3):
        clock.move(days=1)
        shop.look()
    assert times_asked(shop, abandoned) == 6
    assert shop.workspaces(person) == []


def test_a_direct_debit_is_waited_for(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    subscription = shop.stripe.pay(checkout_id, invoice="open")
    for _ in range(6):
        clock.move(days=1)
        shop.look()
    assert shop.workspaces(person) == []
    subscription["latest_invoice"]["status"] = "paid"
    clock.move(days=1)
    shop.look()
    assert shop.workspace(person).plan == "starter"


def test_a_checkout_is_forgotten_after_30_days(shop: Shop, clock: MovableClock) -> None:
    checkout_id = shop.checkout(shop.person()).json["checkoutId"]
    shop.stripe.pay(checkout_id, invoice="open")
    clock.move(days=29)
    shop.look()
    assert times_asked(shop, checkout_id) == 1
    clock.move(days=2)
    shop.look()
    assert times_asked(shop, checkout_id) == 1


@pytest.mark.parametrize(
    ("metadata", "reported"),
    [
        # Nobody can receive it: that account has been deleted.
        ({"consent_user": "0197f0a0-0000-7000-8000-000000000001"}, "was paid for"),
        (
            {"consent_site": "https://former.example"},
            "was paid for at https://former.example",
        ),
    ],
)
def test_a_payment_that_cannot_be_applied_is_reported_once(
    shop: Shop,
    clock: MovableClock,
    caplog: pytest.LogCaptureFixture,
    metadata: dict[str, str],
    reported: str,
) -> None:
    checkout_id = shop.checkout(shop.person()).json["checkoutId"]
    subscription = shop.stripe.pay(checkout_id)
    subscription["metadata"] = subscription["metadata"] | metadata
    for _ in range(3):
        clock.move(hours=2)
        shop.look()
    assert caplog.text.count(f"{subscription['id']} {reported}") == 1


def test_a_checkout_that_stripe_does_not_know_is_forgotten(shop: Shop, clock: MovableClock) -> None:
    checkout_id = shop.checkout(shop.person()).json["checkoutId"]
    del shop.stripe.sessions[checkout_id]
    for _ in range(2):
        clock.move(hours=2)
        shop.look()
    assert times_asked(shop, checkout_id) == 1


def test_a_checkout_about_which_stripe_always_fails_stops_no_other(
    shop: Shop, clock: MovableClock
) -> None:
    shop.stripe.broken.add(shop.checkout(shop.person()).json["checkoutId"])
    person = shop.person()
    shop.stripe.pay(shop.checkout(person).json["checkoutId"])
    clock.move(hours=2)
    with pytest.raises(JobFailed):
        shop.look()
    assert shop.workspace(person).plan == "starter"


def test_an_event_that_comes_while_stripe_answers_is_applied_once(
    shop: Shop, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    paid = shop.stripe.pay(checkout_id)
    event = shop.stripe.session_event(checkout_id)
    client = shop.harness.application.get(StripeProvider).client
    find, delivered = client.subscription, []

    def overtaken(stripe_id: str) -> SubscriptionState | None:
        state: SubscriptionState | None = find(stripe_id)
        if stripe_id == paid["id"] and not delivered:
            # The job has its answer; now the event comes, and is applied first.
            delivered.append(event)
            shop.deliver(event)
        return state

    monkeypatch.setattr(client, "subscription", overtaken)
    clock.move(hours=2)
    shop.look()
    assert delivered == [event]
    assert shop.events(shop.workspace(person)) == CREATED


def test_events_and_the_question_at_one_instant_make_one_workspace(
    shop: Shop, clock: MovableClock
) -> None:
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    shop.stripe.pay(checkout_id)
    events = [shop.stripe.session_event(checkout_id) for _ in range(3)]
    clock.move(hours=2)
    at_once = threading.Barrier(len(events) + 1)

    def deliver(event: bytes) -> int:
        client = shop.harness.client()
        at_once.wait()
        headers = {"Stripe-Signature": signed(event)}
        return client.post(WEBHOOK, event, headers=headers, status="*").status_int

    def look() -> None:
        at_once.wait()
        # There may be more questions at once than the client of Stripe allows.
        with suppress(JobFailed):
            shop.look()

    with ThreadPoolExecutor(len(events) + 1) as pool:
        looking = pool.submit(look)
        statuses = list(pool.map(deliver, events))
        looking.result()
    assert set(statuses) <= {204, 503}
    shop.look()
    assert shop.events(shop.workspace(person)) == CREATED
