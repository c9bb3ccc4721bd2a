"""Workspaces that an operator deletes: nobody keeps paying for one that is gone."""

from __future__ import annotations

import pytest

from tests.billing.conftest import Shop
from tests.billing.test_cancellations import forget_cancellations
from tests.support.commands import Run, run
from tests.support.factories import Person
from tests.support.harness import MovableClock

__all__ = ["run"]

REFUSED = "It has an active subscription"


def unpaid_with_a_checkout(shop: Shop) -> tuple[Person, str, str]:
    """Make a workspace whose subscription has ended; return its owner, its slug and a checkout."""
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    shop.update(subscription, "deleted", status="canceled")
    return person, slug, shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]


def test_a_payment_while_the_operator_types_keeps_the_workspace(
    shop: Shop, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, slug, checkout_id = unpaid_with_a_checkout(shop)

    def typed(prompt: str, *, err: bool) -> str:
        assert err
        shop.pay(checkout_id)
        return slug

    monkeypatch.setattr("click.prompt", typed)
    assert REFUSED in run("workspace", "delete", slug, status=2)
    assert shop.workspace(person).suspended_at is None


def test_a_payment_while_receipts_are_deleted_keeps_the_workspace(
    shop: Shop, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, slug, checkout_id = unpaid_with_a_checkout(shop)
    paid = []
    monkeypatch.setattr(
        "consent_app.admin.workspaces.delete_counts_of",
        lambda app, workspace_id: paid.append(shop.pay(checkout_id)),
    )
    assert REFUSED in run("workspace", "delete", slug, "--yes", status=2)
    assert shop.workspace(person).suspended_at is not None
    assert paid[0]["status"] == "active"


def test_a_replaced_subscription_is_ended_before_its_workspace_is_deleted(
    shop: Shop, clock: MovableClock, run: Run
) -> None:
    person = shop.person()
    former = shop.buy(person)
    slug = shop.workspace(person).slug
    clock.move(minutes=1)
    latter = shop.buy(person, "business", orgSlug=slug)
    forget_cancellations(shop)
    shop.update(latter, "deleted", status="canceled")
    assert REFUSED in run("workspace", "delete", slug, "--yes", status=2)
    clock.move(days=1, hours=1)
    shop.look()
    assert former["status"] == "canceled"
    run("workspace", "delete", slug, "--yes")
    assert shop.workspaces(person) == []


def test_a_subscription_that_stripe_does_not_know_is_named_and_can_be_ignored(
    shop: Shop, clock: MovableClock, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    person = shop.person()
    subscription_id = shop.buy(person)["id"]
    slug = shop.workspace(person).slug
    del shop.stripe.subscriptions[subscription_id]
    clock.move(days=8)
    shop.look()
    assert f"Stripe has no subscription {subscription_id}" in caplog.text
    assert shop.workspace(person).suspended_at is None
    refusal = run("workspace", "delete", slug, "--yes", status=2)
    assert subscription_id in refusal
    assert "--ignore-subscription" in refusal
    run("workspace", "delete", slug, "--yes", "--ignore-subscription")
    assert shop.workspaces(person) == []


def test_a_subscription_whose_workspace_was_deleted_creates_none_again(
    shop: Shop, run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    run(
        *("workspace", "delete", shop.workspace(person).slug),
        *("--yes", "--ignore-subscription"),
    )
    shop.update(subscription, "updated")
    assert shop.workspaces(person) == []
    assert f"{subscription['id']} was paid for, but no workspace can receive it" in caplog.text
    # Another purchase is a subscription of its own.
    shop.buy(person)
    assert len(shop.workspaces(person)) == 1
