"""A subscription that grows, shrinks and is cancelled."""

from __future__ import annotations

from tests.billing.conftest import Shop
from tests.support.factories import bearer, make_key, unique
from tests.support.harness import MovableClock


def test_a_smaller_plan_puts_domains_on_hold_and_a_larger_one_restores_them(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.buy(person, "business")
    panel = shop.panel(person, shop.workspace(person).slug)
    ids = []
    for _ in range(2):
        body = {"hostname": f"{unique('site')}.com"}
        ids.append(panel.post("/v1/domains", body, status=201).json["id"])
        panel.post(f"/v1/domains/{ids[-1]}/banner/publish", status=200)

    def over() -> set[str]:
        listed = panel.get("/v1/domains").json["items"]
        return {domain["id"] for domain in listed if domain["overAllowance"]}

    assert over() == set()
    shop.stripe.set_price(subscription, "starter")
    shop.update(subscription)
    details = panel.get("/v1/billing/subscription").json
    assert details["plan"] == {"id": "starter", "name": "Starter", "domains": 1}
    assert over() == {ids[1]}
    refused = panel.post(f"/v1/domains/{ids[1]}/banner/publish", status=403)
    assert refused.json["code"] == "domain_allowance_exceeded"
    shop.stripe.set_price(subscription, "business")
    shop.update(subscription)
    assert over() == set()
    panel.post(f"/v1/domains/{ids[1]}/banner/publish", status=200)
    names = shop.events(shop.workspace(person))
    assert names.count("billing.plan_changed") == 2


def test_a_cancelled_plan_works_to_its_end_and_keeps_what_it_had(
    shop: Shop, clock: MovableClock
) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    slug = shop.workspace(person).slug
    panel = shop.panel(person, slug)
    key = make_key(panel)
    domain = panel.post("/v1/domains", {"hostname": f"{unique('site')}.com"}, status=201).json
    shop.update(subscription, cancel_at_period_end=True)
    details = panel.get("/v1/billing/subscription").json
    assert (details["status"], details["cancelAtPeriodEnd"]) == ("active", True)
    assert details["currentPeriodEnd"] is not None
    shop.update(subscription, "deleted", status="canceled")
    refused = panel.get("/v1/billing/subscription", status=403)
    assert refused.json["code"] == "workspace_suspended"
    # The receipts are the customer's proof: keys go on reading.
    shop.app.get("/v1/api/consent-events", headers=bearer(key), status=200)
    shop.buy(person, orgSlug=slug)
    assert shop.workspace(person).suspended_at is None
    (remaining,) = panel.get("/v1/domains").json["items"]
    assert remaining["id"] == domain["id"]
    # Later events of the ended one have no effect.
    shop.update(subscription, "deleted")
    assert shop.workspace(person).suspended_at is None


def test_a_cancellation_may_be_taken_back(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.buy(person)
    shop.update(subscription, cancel_at_period_end=True)
    shop.update(subscription, cancel_at_period_end=False)
    assert shop.events(shop.workspace(person))[-2:] == [
        "billing.cancellation_set",
        "billing.cancellation_taken_back",
    ]
