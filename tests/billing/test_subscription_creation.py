"""What a payment makes."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import select

from consent_app.accounts.service import delete_user, lock_user
from consent_app.workspaces.models import Workspace
from tests.billing.conftest import Shop
from tests.support.factories import bearer, unique
from tests.support.waiting import call_within


def test_a_payment_makes_a_workspace_named_as_the_checkout_says(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.buy(person, organizationName=" Analytical Engines ")
    created = shop.workspace(person)
    assert (created.name, created.plan, created.plan_ends_at) == (
        "Analytical Engines",
        "starter",
        None,
    )
    row = shop.row(subscription)
    assert row is not None
    assert (row.workspace_id, row.status, row.plan) == (created.id, "active", "starter")
    assert row.stripe_customer_id == subscription["customer"]
    assert shop.events(created) == ["workspace.created", "billing.subscribed"]
    listed = shop.app.get("/v1/account", headers=bearer(person.account_token)).json
    assert created.slug in str(listed)


def test_or_as_the_registration_said(shop: Shop) -> None:
    person = shop.person()
    shop.buy(person)
    assert shop.workspace(person).name.startswith("Kept ")


def test_a_direct_debit_counts_when_it_has_come(shop: Shop) -> None:
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    subscription = shop.stripe.pay(checkout_id, invoice="open")
    shop.deliver(shop.stripe.session_event(checkout_id))
    shop.deliver(shop.stripe.subscription_event("created", subscription))
    assert shop.workspaces(person) == []
    subscription["latest_invoice"]["status"] = "paid"
    shop.deliver(shop.stripe.session_event(checkout_id, "async_payment_succeeded"))
    assert shop.workspace(person).plan == "starter"


def test_a_direct_debit_that_comes_after_a_later_subscription_has_ended_counts(shop: Shop) -> None:
    person = shop.person()
    shop.buy(person, "starter")
    slug = shop.workspace(person).slug
    checkout_id = shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]
    debited = shop.stripe.pay(checkout_id, invoice="open")
    another_id = shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]
    later = shop.stripe.pay(another_id)
    later["created"] += 5
    shop.deliver(shop.stripe.session_event(another_id))
    shop.update(later, "deleted", status="canceled")
    assert shop.workspace(person).suspended_at is not None
    debited["latest_invoice"]["status"] = "paid"
    shop.deliver(shop.stripe.session_event(checkout_id, "async_payment_succeeded"))
    shop.work("billing.cancel")
    assert debited["status"] == "active"
    assert shop.workspace(person).suspended_at is None


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_an_account_that_is_being_deleted_gets_no_workspace(shop: Shop) -> None:
    person, application = shop.person(), shop.harness.application
    name = unique("Works ")
    checkout_id = shop.checkout(person, organizationName=name).json["checkoutId"]
    shop.stripe.pay(checkout_id)
    call_within(
        application,
        lambda session: lock_user(session, UUID(person.user_id)),
        lambda: shop.deliver(shop.stripe.session_event(checkout_id)),
        lambda session: delete_user(session, UUID(person.user_id)),
    ).result()
    with application.database.session(read_only=True) as session:
        assert session.scalar(select(Workspace.id).where(Workspace.name == name)) is None
