"""What an operator suspends, and payments before and after it."""

from __future__ import annotations

import pytest

from tests.billing.conftest import Shop, overdue
from tests.support.commands import Run, read, run
from tests.support.harness import MovableClock
from tests.support.mailbox import Mailbox

__all__ = ["run"]


def test_an_operators_suspension_takes_over_one_for_payment(
    shop: Shop, clock: MovableClock, run: Run
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    overdue(shop, subscription, clock)
    slug = shop.workspace(person).slug
    assert run("workspace", "suspend", slug) == f"{slug} is suspended.\n"
    assert "already suspended" in run("workspace", "suspend", slug)
    shop.update(subscription, status="active")
    assert shop.workspace(person).suspended_at is not None
    assert "billing.resumed" not in shop.events(shop.workspace(person))
    (event, *_) = read(run, "audit", "list", "--workspace", slug, "--event", "workspace.changed")
    assert event["detail"] == [{"name": "suspended", "before": "payment", "after": "operator"}]
    run("workspace", "resume", slug)
    assert shop.workspace(person).suspended_at is None


def test_nobody_buys_what_an_operators_suspension_took_over(
    shop: Shop, clock: MovableClock, run: Run
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    checkout_id = shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]
    shop.update(subscription, "deleted", status="canceled")
    run("workspace", "suspend", slug)
    assert shop.checkout(person, orgSlug=slug, status=403).json["code"] == "forbidden"
    # A page of Stripe's that was opened before can still be paid on.
    shop.pay(checkout_id)
    workspace = shop.workspace(person)
    assert (workspace.plan, workspace.suspended_at is not None) == ("business", True)


@pytest.mark.parametrize("first", ["operator", "payment"])
def test_what_an_operator_resumes_is_still_suspended_for_payment(
    shop: Shop, clock: MovableClock, run: Run, first: str
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    if first == "operator":
        run("workspace", "suspend", slug)
    shop.update(subscription, "deleted", status="canceled")
    if first == "payment":
        run("workspace", "suspend", slug)
    assert "for a missing payment" in run("workspace", "resume", slug, status=1)
    assert shop.workspace(person).suspended_at is not None
    (event, *_) = read(run, "audit", "list", "--workspace", slug, "--event", "workspace.changed")
    assert event["detail"] == [{"name": "suspended", "before": "operator", "after": "payment"}]
    clock.move(minutes=1)
    shop.buy(person, orgSlug=slug)
    assert shop.workspace(person).suspended_at is None


def test_an_operator_lifts_both_suspensions_one_after_the_other(shop: Shop, run: Run) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    run("workspace", "suspend", slug)
    shop.update(subscription, "deleted", status="canceled")
    run("workspace", "resume", slug, status=1)
    assert run("workspace", "resume", slug) == f"{slug} is resumed.\n"
    assert shop.workspace(person).suspended_at is None


def test_a_resumed_workspace_whose_subscription_has_ended_is_not_overdue(
    shop: Shop, run: Run
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    shop.update(subscription, status="past_due")
    shop.update(subscription, "deleted", status="canceled")
    run("workspace", "resume", slug)
    shown = shop.panel(person, slug).get("/v1/billing/subscription", status=200).json
    assert shown["status"] == "ended"
    # Nothing suspends it again.
    assert (shown["overdueSince"], shown["suspendsAt"]) == (None, None)


def test_what_an_operator_resumed_is_suspended_after_the_next_grace_period(
    shop: Shop, clock: MovableClock, run: Run
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    subscription["items"]["data"][0]["current_period_end"] += 365 * 24 * 3600
    shop.update(subscription, status="paused")
    run("workspace", "resume", shop.workspace(person).slug)
    shop.update(subscription, status="past_due")
    clock.move(days=13)
    shop.look()
    assert shop.workspace(person).suspended_at is None
    clock.move(days=2)
    shop.look()
    assert shop.workspace(person).suspended_at is not None


def test_a_payment_for_what_stays_suspended_is_reported(
    shop: Shop, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    person = shop.person()
    shop.buy(person)
    slug = shop.workspace(person).slug
    checkout_id = shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]
    run("workspace", "suspend", slug)
    subscription = shop.pay(checkout_id)
    shop.update(subscription)
    reported = f"{subscription['id']} was paid for, but its workspace stays suspended"
    assert caplog.text.count(reported) == 1


def test_no_mail_promises_that_a_payment_lifts_an_operators_suspension(
    shop: Shop, clock: MovableClock, mailbox: Mailbox, run: Run
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    run("workspace", "suspend", shop.workspace(person).slug)
    shop.update(subscription, "deleted", status="canceled")
    subjects = [mail["Subject"] for mail in mailbox.to(person.email)]
    assert not any("suspended" in subject for subject in subjects)
