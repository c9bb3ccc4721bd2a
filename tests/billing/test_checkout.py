"""Opening a checkout, and what its payment makes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.settings import Plan, PlanPrice
from tests.billing.conftest import WEBHOOK, Shop
from tests.support.audit import details_by
from tests.support.factories import bearer, make_panel, make_person
from tests.support.harness import MovableClock
from tests.support.members import join
from tests.support.stripe_server import PRICES, SECRET_KEY, signed


def test_without_keys_nothing_can_be_paid(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    headers = bearer(person.account_token)
    for response in (
        app.post_json("/v1/billing/checkout", {"plan": "starter"}, headers=headers, status=503),
        app.post(WEBHOOK, b"{}", headers={"Stripe-Signature": signed(b"{}")}, status=503),
    ):
        assert response.json["code"] == "billing_unavailable"
        assert int(response.headers["Retry-After"]) > 0
    assert not any(plan["available"] for plan in app.get("/v1/billing/plans").json)


def test_the_plans_are_those_of_the_settings(shop: Shop) -> None:
    application = shop.harness.application
    former_settings = application.settings
    price = PlanPrice(900, "EUR", "month")
    plans = (Plan("starter", "Starter", 1, price), Plan("enterprise", "Enterprise", None))
    application.settings = replace(former_settings, plans=plans)
    try:
        listed = shop.app.get("/v1/billing/plans", status=200)
    finally:
        application.settings = former_settings
    price = {"amount": 900, "currency": "EUR", "interval": "month"}
    starter = {"id": "starter", "name": "Starter", "domains": 1, "price": price, "available": True}
    enterprise = {"id": "enterprise", "name": "Enterprise", "domains": None, "price": None}
    assert listed.json == [starter, enterprise | {"available": False}]
    assert "price_" not in listed.text


def test_a_checkout_asks_stripe_for_one(shop: Shop) -> None:
    person = shop.person()
    checkout = shop.checkout(person, "business").json
    started = details_by(shop.harness.application, "billing.checkout_started", person.user_id)
    assert started == [{"plan": "business"}]
    session = shop.stripe.sessions[checkout["checkoutId"]]
    assert checkout == {"checkoutId": session["id"], "checkoutUrl": session["url"]}
    assert session["price"] == PRICES["business"]
    assert session["customer_email"] == person.email
    assert session["client_reference_id"] == person.user_id
    assert session["success_url"].endswith("/paid?checkout={CHECKOUT_SESSION_ID}")
    sent = shop.stripe.headers[-1]
    assert sent["authorization"] == f"Bearer {SECRET_KEY}"
    assert sent["stripe-version"] == "2025-08-27.basil"
    assert sent["idempotency-key"]
    assert sent["content-type"] == "application/x-www-form-urlencoded"


def test_a_checkout_that_is_abandoned_changes_nothing(shop: Shop) -> None:
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    shop.deliver(shop.stripe.session_event(checkout_id, "expired"))
    assert shop.workspaces(person) == []


@pytest.mark.parametrize(
    ("plan", "message"), [("enterprise", "contact us"), ("demo", "contact us"), ("none", "not one")]
)
def test_a_plan_that_is_not_sold_is_refused(shop: Shop, plan: str, message: str) -> None:
    (field_error,) = shop.checkout(shop.person(), plan, status=400).json["errors"]
    assert field_error["pointer"] == "#/plan"
    assert message in field_error["message"]


def test_only_owners_pay_for_a_workspace(shop: Shop) -> None:
    owner = make_panel(shop.app, shop.harness.application.now())
    slug = owner.organization["slug"]
    admin = join(shop.harness, owner, "admin")
    login = {"email": admin.person.email, "password": admin.person.password}
    challenge = shop.app.post_json("/v1/auth/account-login", login).json["challengeToken"]
    code = {"challengeToken": challenge, "code": admin.person.backup_codes[0]}
    admin.person.account_token = shop.app.post_json("/v1/auth/2fa/verify", code).json[
        "accountToken"
    ]
    requests_before = len(shop.stripe.asked)
    assert shop.checkout(admin.person, orgSlug=slug, status=403).json["code"] == "forbidden"
    assert shop.checkout(shop.person(), orgSlug=slug, status=404).json["code"] == "not_found"
    assert shop.checkout(shop.person(), orgSlug="nobody-has-it", status=404)
    # A panel's token is not an account token.
    body = {"plan": "starter", "orgSlug": slug}
    assert owner.post("/v1/billing/checkout", body, status=401)
    assert len(shop.stripe.asked) == requests_before


def test_a_payment_by_a_former_owner_changes_nothing(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    former = shop.person()
    current = shop.buy(former, "business")
    workspace = shop.workspace(former)
    checkout_id = shop.checkout(former, "starter", orgSlug=workspace.slug).json["checkoutId"]
    panel = shop.panel(former, workspace.slug)
    successor = join(shop.harness, panel, "owner")
    member = next(row for row in successor.get("/v1/members").json if row["email"] == former.email)
    successor.patch(f"/v1/members/{member['id']}", {"role": "admin"}, status=200)
    latter = shop.pay(checkout_id)
    shop.work("billing.cancel")
    assert shop.workspace(successor.person).plan == "business"
    assert (current["status"], shop.row(latter)) == ("active", None)
    assert f"the subscription {latter['id']} was paid for" in caplog.text


def test_a_demo_that_ended_is_revived_with_all_that_it_has(shop: Shop, clock: MovableClock) -> None:
    panel = make_panel(shop.app, shop.harness.application.now())
    domain = panel.post("/v1/domains", {"hostname": "revived.example.com"}, status=201).json
    person, slug = panel.person, panel.organization["slug"]
    clock.move(days=13, hours=23, minutes=50)
    login = {"email": person.email, "password": person.password}
    challenge = shop.app.post_json("/v1/auth/account-login", login).json["challengeToken"]
    code = {"challengeToken": challenge, "code": person.code(clock())}
    answer = shop.app.post_json("/v1/auth/2fa/verify", code, status=200).json
    person.account_token = answer["accountToken"]
    clock.move(minutes=20)
    refused = shop.app.post_json("/v1/auth/login", {**login, "orgSlug": slug}, status=403)
    assert refused.json["code"] == "workspace_suspended"
    shop.buy(person, orgSlug=slug)
    revived = shop.workspace(person)
    assert (revived.plan, revived.plan_ends_at, revived.suspended_at) == ("starter", None, None)
    clock.move(minutes=1)
    (remaining,) = shop.panel(person, slug).get("/v1/domains").json["items"]
    assert remaining["id"] == domain["id"]


def test_an_upgrade_replaces_and_ends_the_former_subscription(shop: Shop) -> None:
    person = shop.person()
    former = shop.buy(person, "starter")
    slug = shop.workspace(person).slug
    refused = shop.checkout(person, "starter", orgSlug=slug, status=409)
    assert refused.json["code"] == "plan_current"
    checkout_id = shop.checkout(person, "business", orgSlug=slug).json["checkoutId"]
    # The same customer, so that the rest of the former subscription is credited to them.
    assert shop.stripe.sessions[checkout_id]["customer"] == former["customer"]
    latter = shop.pay(checkout_id)
    assert shop.workspace(person).plan == "business"
    shop.work("billing.cancel")
    assert (former["status"], latter["status"]) == ("canceled", "active")
    shop.deliver(shop.stripe.subscription_event("deleted", former))
    workspace = shop.workspace(person)
    assert (workspace.plan, workspace.suspended_at) == ("business", None)


def test_a_plan_that_was_cancelled_can_be_bought_again_before_it_ends(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    assert shop.checkout(person, orgSlug=slug, status=409).json["code"] == "plan_current"
    shop.update(subscription, cancel_at_period_end=True)
    shop.checkout(person, orgSlug=slug)


def test_of_two_simultaneous_purchases_the_later_counts_in_any_event_order(shop: Shop) -> None:
    person = shop.person()
    shop.buy(person, "starter")
    slug = shop.workspace(person).slug
    ids = [shop.checkout(person, "business", orgSlug=slug).json["checkoutId"] for _ in range(2)]
    earlier, later = (shop.stripe.pay(id_) for id_ in ids)
    later["created"] += 5
    earlier["created"] += 2
    shop.stripe.set_price(earlier, "starter")
    shop.deliver(shop.stripe.session_event(ids[1]))
    shop.deliver(shop.stripe.session_event(ids[0]))
    shop.work("billing.cancel")
    assert (earlier["status"], later["status"]) == ("canceled", "active")
    assert shop.workspace(person).plan == "business"
