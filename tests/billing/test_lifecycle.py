"""What becomes of a workspace that is paid for: growing, shrinking, ending, overdue and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest

from consent_app.accounts.events import AccountEmptied
from consent_app.context import Context
from consent_app.jobs import RetryLater
from consent_app.workspaces.admin import resume_workspace, set_plan, suspend_workspace
from tests.billing.conftest import Shop, overdue, times_handled
from tests.support.factories import make_panel
from tests.support.harness import MovableClock
from tests.support.mailbox import Mailbox


def by_operator(shop: Shop, action: Callable[[Context, str], bool], slug: str) -> None:
    with Context.of_operator(shop.harness.application).transaction() as ctx:
        assert action(ctx, slug)


def test_overdue_then_suspended_then_paid_and_back(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    # A period that does not end during the test.
    subscription["items"]["data"][0]["current_period_end"] += 365 * 24 * 3600
    slug = shop.workspace(person).slug
    subscription["status"] = "past_due"
    shop.deliver(shop.stripe.invoice_event("payment_failed", subscription))
    panel = shop.panel(person, slug)
    details = panel.get("/v1/billing/subscription").json
    assert details["status"] == "overdue"
    assert details["overdueSince"] < details["suspendsAt"]
    shop.look()
    # A second failure does not restart the grace period.
    clock.move(days=13)
    shop.deliver(shop.stripe.invoice_event("payment_failed", subscription))
    shop.look()
    assert shop.workspace(person).suspended_at is None
    clock.move(days=1, minutes=1)
    shop.look()
    assert shop.workspace(person).suspended_at is not None
    subscription["status"] = "active"
    shop.deliver(shop.stripe.invoice_event("paid", subscription))
    assert shop.workspace(person).suspended_at is None
    row = shop.row(subscription)
    assert row is not None
    assert (row.overdue_since, row.suspended_at) == (None, None)
    # Those of one instant come in no order.
    assert Counter(shop.events(shop.workspace(person))) == Counter(
        [
            "workspace.created",
            "billing.subscribed",
            "billing.status_changed",
            "billing.overdue",
            "billing.suspended",
            "billing.status_changed",
            "billing.resumed",
        ]
    )


def test_a_grace_period_ends_at_the_instant_that_the_api_names(
    shop: Shop, clock: MovableClock
) -> None:
    clock.freeze()
    person = shop.person()
    subscription = shop.buy(person)
    subscription["items"]["data"][0]["current_period_end"] += 365 * 24 * 3600
    shop.update(subscription, status="past_due")
    clock.move(days=14, seconds=-1)
    shop.update(subscription)
    assert shop.workspace(person).suspended_at is None
    clock.move(seconds=1)
    shop.look()
    assert shop.workspace(person).suspended_at is not None


def mailed_subjects(mailbox: Mailbox, email: str, word: str) -> list[str]:
    return [mailbox.text(mail) for mail in mailbox.to(email) if word in mail["Subject"]]


def test_owners_are_notified_once_of_a_missing_payment_and_its_outcome(
    shop: Shop, clock: MovableClock, mailbox: Mailbox
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    for _ in range(2):
        shop.update(subscription, status="past_due")
    (overdue,) = mailed_subjects(mailbox, person.email, "overdue")
    assert f"{clock() + timedelta(days=14):%Y-%m-%d}" in overdue
    plans = f"{shop.harness.application.settings.public_origin}/plans"
    choose_plan = f"{plans}?workspace={shop.workspace(person).slug}"
    assert choose_plan in overdue
    clock.move(days=15)
    for _ in range(2):
        shop.look()
    (suspended,) = mailed_subjects(mailbox, person.email, "suspended")
    assert "works again after an owner's payment" in suspended
    assert choose_plan in suspended


@pytest.mark.parametrize(
    ("status", "suspended"), [("unpaid", False), ("paused", True), ("canceled", True)]
)
def test_only_payable_subscriptions_have_a_grace_period(
    shop: Shop, status: str, suspended: bool
) -> None:
    person = shop.person()
    shop.update(shop.buy(person), status=status)
    assert (shop.workspace(person).suspended_at is not None) is suspended


def test_a_replaced_subscription_is_ended_once_stripe_is_back(shop: Shop) -> None:
    person = shop.person()
    former = shop.buy(person, "starter")
    shop.buy(person, "business", orgSlug=shop.workspace(person).slug)
    cancel = shop.harness.wsgi.registry.jobs.handlers["billing.cancel"]
    shop.stripe.away = True
    with pytest.raises(RetryLater):
        cancel(shop.harness.application, {"subscription": former["id"]})
    assert former["status"] == "active"
    shop.stripe.away = False
    # At least once: a second time finds it done, and so does one that Stripe does not know.
    for stripe_id in (former["id"], former["id"], "sub_unknown"):
        cancel(shop.harness.application, {"subscription": stripe_id})
    assert former["status"] == "canceled"


def test_a_missing_payment_is_looked_up_before_suspending(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    shop.update(subscription, status="past_due")
    clock.move(days=15)
    subscription["status"] = "active"
    shop.look()
    assert shop.workspace(person).suspended_at is None


def test_nobody_is_suspended_while_stripe_is_away(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    shop.update(subscription, status="past_due")
    clock.move(days=15)
    shop.stripe.away = True
    with pytest.raises(RetryLater):
        shop.look()
    assert shop.workspace(person).suspended_at is None
    shop.stripe.away = False
    shop.look()
    assert shop.workspace(person).suspended_at is not None


def test_a_cancellation_without_an_event_is_detected(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    subscription["status"] = "canceled"
    clock.move(days=6)
    shop.look()
    assert shop.workspace(person).suspended_at is None
    clock.move(days=2)
    shop.look()
    assert shop.workspace(person).suspended_at is not None


def test_a_plan_set_by_an_operator_lasts_until_an_event_at_stripe(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    shop.update(subscription, "deleted", status="canceled")
    application = shop.harness.application
    with Context.of_operator(application).transaction() as ctx:
        set_plan(ctx, shop.workspace(person).slug, "business")
    shop.update(subscription)
    shop.look()
    workspace = shop.workspace(person)
    assert (workspace.plan, workspace.suspended_at) == ("business", None)


def test_no_payment_lifts_an_operators_suspension(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    by_operator(shop, suspend_workspace, slug)
    shop.update(subscription, status="past_due")
    shop.update(subscription, status="active")
    subscription["items"]["data"][0]["price"] = {"id": "price_business"}
    shop.update(subscription)
    workspace = shop.workspace(person)
    assert (workspace.plan, workspace.suspended_at is not None) == ("business", True)
    assert "billing.resumed" not in shop.events(workspace)
    by_operator(shop, resume_workspace, slug)
    assert shop.workspace(person).suspended_at is None


@pytest.mark.parametrize("first", ["operator", "payment"])
def test_no_payment_lifts_an_operators_suspension_beside_one_for_payment(
    shop: Shop, clock: MovableClock, first: str
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    if first == "operator":
        by_operator(shop, suspend_workspace, slug)
        clock.move(minutes=1)
        overdue(shop, subscription, clock)
    else:
        overdue(shop, subscription, clock)
        by_operator(shop, resume_workspace, slug)
        clock.move(minutes=1)
        by_operator(shop, suspend_workspace, slug)
    shop.update(subscription, status="active")
    assert shop.workspace(person).suspended_at is not None
    assert "billing.resumed" not in shop.events(shop.workspace(person))


def test_nobody_pays_for_what_an_operator_suspended(shop: Shop, clock: MovableClock) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    by_operator(shop, suspend_workspace, slug)
    clock.move(minutes=1)
    shop.update(subscription, "deleted", status="canceled")
    refused = shop.checkout(person, orgSlug=slug, status=403)
    assert refused.json["code"] == "forbidden"
    by_operator(shop, resume_workspace, slug)
    shop.checkout(person, orgSlug=slug)


def test_a_workspace_that_an_operator_resumed_is_suspended_once_it_is_canceled(
    shop: Shop, clock: MovableClock
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    overdue(shop, subscription, clock)
    by_operator(shop, resume_workspace, slug)
    shop.look()
    assert shop.workspace(person).suspended_at is None
    shop.update(subscription, "deleted", status="canceled")
    assert shop.workspace(person).suspended_at is not None


def test_a_payment_after_a_suspension_is_found_without_its_event(
    shop: Shop, clock: MovableClock
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    overdue(shop, subscription, clock)
    assert shop.workspace(person).suspended_at is not None
    subscription["status"] = "active"
    shop.look()
    assert shop.workspace(person).suspended_at is None


def test_a_suspended_workspace_that_is_bought_again_is_resumed(
    shop: Shop, clock: MovableClock
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    shop.update(subscription, "deleted", status="canceled")
    workspace = shop.workspace(person)
    assert workspace.suspended_at is not None
    clock.move(minutes=1)
    shop.buy(person, orgSlug=workspace.slug)
    assert shop.workspace(person).suspended_at is None
    assert shop.events(workspace).count("billing.resumed") == 1


def test_nobody_keeps_paying_for_an_abandoned_workspace(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    application = shop.harness.application
    with Context.of_system(application).transaction() as ctx:
        ctx.emit(AccountEmptied(subject_id=UUID(person.user_id), keeps_memberships=False))
    shop.look()
    assert subscription["status"] == "canceled"


def test_events_are_remembered_for_longer_than_stripe_repeats_them(
    shop: Shop, clock: MovableClock
) -> None:
    event = shop.stripe.event("invoice.paid", {"id": "in_1", "object": "invoice"})
    shop.deliver(event)
    clock.move(days=89)
    shop.look()
    assert times_handled(shop, event) == 1
    clock.move(days=2)
    shop.look()
    assert times_handled(shop, event) == 0


def test_a_workspace_without_a_subscription_says_so(shop: Shop) -> None:
    panel = make_panel(shop.app, shop.harness.application.now())
    subscription = panel.get("/v1/billing/subscription").json
    assert (subscription["plan"]["id"], subscription["status"]) == ("demo", "none")
    assert subscription["planEndsAt"] is not None
