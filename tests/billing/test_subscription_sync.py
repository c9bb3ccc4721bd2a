"""Stripe events: replayed, reordered, forged, late, unknown, concurrent, and during an outage."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from webtest import TestRequest

from consent_app.payments.service import StripeProvider, SubscriptionState
from tests.billing.conftest import WEBHOOK, Shop, times_handled
from tests.support.http_servers import EndlessBody
from tests.support.stripe_server import WEBHOOK_SECRET, signed


def test_a_replayed_event_does_nothing(shop: Shop) -> None:
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    subscription = shop.stripe.pay(checkout_id)
    event = shop.stripe.session_event(checkout_id)
    shop.deliver(event)
    row = shop.row(subscription)
    assert row is not None
    requests_before = len(shop.stripe.asked)
    for _ in range(3):
        shop.deliver(event)
    row_after = shop.row(subscription)
    assert row_after is not None
    assert row_after.version == row.version
    # Not even Stripe is asked again.
    assert len(shop.stripe.asked) == requests_before
    assert shop.workspace(person).id == row.workspace_id
    assert times_handled(shop, event) == 1


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_first_event_makes_the_workspace_whichever_it_is(shop: Shop, first: int) -> None:
    person, stripe = shop.person(), shop.stripe
    checkout_id = shop.checkout(person).json["checkoutId"]
    subscription = stripe.pay(checkout_id)
    events = [
        stripe.session_event(checkout_id),
        stripe.subscription_event("created", subscription),
        stripe.invoice_event("paid", subscription),
        stripe.subscription_event("updated", subscription),
    ]
    for event in events[first:] + events[:first]:
        shop.deliver(event)
    assert shop.events(shop.workspace(person)) == ["workspace.created", "billing.subscribed"]


def test_an_older_event_never_overwrites_what_is_newer(shop: Shop) -> None:
    person = shop.person()
    subscription = shop.buy(person, "starter")
    subscription["status"] = "past_due"
    older = shop.stripe.subscription_event("updated", subscription)
    subscription["status"] = "active"
    shop.stripe.set_price(subscription, "business")
    shop.deliver(shop.stripe.subscription_event("updated", subscription))
    shop.deliver(older)
    row = shop.row(subscription)
    assert row is not None
    assert (row.status, row.plan, row.overdue_since) == ("active", "business", None)
    assert shop.workspace(person).plan == "business"


def test_one_that_asked_before_and_writes_after_asks_again(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = shop.person()
    subscription = shop.buy(person, "starter")
    subscription["status"] = "past_due"
    older = shop.stripe.subscription_event("updated", subscription)
    client = shop.harness.application.get(StripeProvider).client
    find, learned = client.subscription, []

    def overtaken(stripe_id: str) -> SubscriptionState | None:
        state: SubscriptionState | None = find(stripe_id)
        learned.append(state.status if state is not None else None)
        if len(learned) == 1:
            # It has its answer; now another delivery learns more, and writes it first.
            subscription["status"] = "active"
            shop.deliver(shop.stripe.subscription_event("updated", subscription))
        return state

    monkeypatch.setattr(client, "subscription", overtaken)
    shop.deliver(older)
    row = shop.row(subscription)
    assert row is not None
    # The other delivery found nothing new, so what it wrote is that it asked.
    assert (row.status, row.overdue_since) == ("active", None)
    assert learned == ["past_due", "active", "active"]


@pytest.mark.parametrize("times", [2, 8])
def test_deliveries_at_one_instant_make_one_workspace(shop: Shop, times: int) -> None:
    person, stripe = shop.person(), shop.stripe
    checkout_id = shop.checkout(person).json["checkoutId"]
    subscription = stripe.pay(checkout_id)
    same = stripe.session_event(checkout_id)
    others = [stripe.subscription_event("created", subscription) for _ in range(times // 2)]
    events = [same] * (times - len(others)) + others
    at_once = threading.Barrier(times)

    def deliver(event: bytes) -> int:
        client = shop.harness.client()
        headers = {"Stripe-Signature": signed(event)}
        at_once.wait()
        return client.post(WEBHOOK, event, headers=headers, status="*").status_int

    with ThreadPoolExecutor(times) as pool:
        statuses = list(pool.map(deliver, events))
    # A client that retries, as Stripe does, finds it done.
    assert set(statuses) <= {204, 503}
    assert 204 in statuses
    for event in events:
        shop.deliver(event)
    assert shop.events(shop.workspace(person)) == ["workspace.created", "billing.subscribed"]
    assert times_handled(shop, same) == 1


def test_forgeries_get_one_and_the_same_refusal(shop: Shop) -> None:
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    shop.stripe.pay(checkout_id)
    event = shop.stripe.session_event(checkout_id)
    right = signed(event)
    at = right.partition(",")[0]
    requests_before = len(shop.stripe.asked)
    answers = [
        shop.deliver(event, 400, signature=signature).json
        for signature in (
            None,
            "",
            "nonsense",
            at,
            f"{at},v1=",
            f"{at},v1={'0' * 64}",
            f"{at},v1=caf\xe9",
            right.replace("v1=", "v0="),
            right.replace(at, "t=99999999999"),
            right.replace(at, "t=-1"),
            signed(event, secret="whsec_another"),
            signed(event + b" "),
        )
    ]
    # And what is signed, but can be no event.
    answers += [shop.deliver(body, 400).json for body in (b"\xff\xfe", b"no json")]
    assert len({json.dumps(answer, sort_keys=True) for answer in answers}) == 1
    assert answers[0]["code"] == "invalid_signature"
    assert WEBHOOK_SECRET not in str(answers)
    assert len(shop.stripe.asked) == requests_before
    assert shop.workspaces(person) == []


def test_late_requests_are_refused(shop: Shop) -> None:
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    shop.stripe.pay(checkout_id)
    event = shop.stripe.session_event(checkout_id)
    late = shop.deliver(event, 400, signature=signed(event, ago=310))
    assert late.json["code"] == "invalid_signature"
    assert shop.workspaces(person) == []
    shop.deliver(event, signature=signed(event, ago=290))
    assert shop.workspace(person)


def test_events_signed_with_the_former_secret_are_accepted_during_a_rotation(shop: Shop) -> None:
    event = shop.stripe.event("invoice.paid", {"id": "in_1", "object": "invoice"})
    another = signed(event, secret="whsec_new").split(",")[1]
    shop.deliver(event, signature=signed(event).replace(",v1=", f",{another},v1="))


def test_other_types_of_events_are_ignored(shop: Shop) -> None:
    requests_before = len(shop.stripe.asked)
    for kind, stripe_object in (
        ("customer.created", {"id": "cus_1", "object": "customer"}),
        ("a.type.of.tomorrow", {}),
        ("invoice.paid", {"id": "in_1", "object": "invoice"}),
        ("checkout.session.completed", {"id": "cs_1", "mode": "payment", "subscription": None}),
    ):
        shop.deliver(shop.stripe.event(kind, stripe_object))
    shop.deliver(b"[]", signature=signed(b"[]"))
    stripe_object = {"id": "sub_1", "object": "subscription"}
    for created in (2**62, -(2**62), "today"):
        kind = "customer.subscription.updated"
        shop.deliver(shop.stripe.event(kind, stripe_object, created=created))
    assert len(shop.stripe.asked) == requests_before


def test_things_that_are_not_ours_are_ignored(shop: Shop) -> None:
    person, stripe = shop.person(), shop.stripe
    unknown = {"id": "sub_unknown", "object": "subscription", "metadata": {}}
    shop.deliver(stripe.event("customer.subscription.updated", unknown))
    # Something else that they sell through the same account, or another server's.
    for metadata in ({}, {"consent_site": "https://staging.example"}):
        foreign = stripe.pay(shop.checkout(person).json["checkoutId"])
        foreign["metadata"] = metadata
        shop.deliver(stripe.subscription_event("created", foreign))
        assert shop.row(foreign) is None
    # A payment by a deleted account.
    orphan = stripe.pay(shop.checkout(person).json["checkoutId"])
    orphan["metadata"] = {
        **orphan["metadata"],
        "consent_user": "0197f0a0-0000-7000-8000-000000000001",
    }
    shop.deliver(stripe.subscription_event("created", orphan))
    assert shop.workspaces(person) == []


def test_a_body_over_the_limit_is_refused_unread(shop: Shop) -> None:
    large = b"{" + b" " * 1024 * 1024 + b"}"
    assert shop.deliver(large, 413).json["code"] == "content_too_large"
    body = EndlessBody()
    endless = {"wsgi.input": body, "wsgi.input_terminated": True}
    request = TestRequest.blank(WEBHOOK, environ=endless, method="POST")
    response = shop.app.do_request(request, 413)
    assert response.json["code"] == "content_too_large"
    assert body.read_bytes == 1024 * 1024 + 1


def test_an_event_that_ends_early_causes_no_500(shop: Shop) -> None:
    # As under granian, if the client closes the connection.
    request = TestRequest.blank(WEBHOOK, method="POST")
    request.environ |= {"wsgi.input": BytesIO(b"{"), "CONTENT_LENGTH": "40"}
    assert shop.app.do_request(request, 400).json["code"] == "validation_failed"


@pytest.mark.parametrize("how", ["away", "failing", "slow"])
def test_while_stripe_is_away_nothing_is_lost(
    shop: Shop, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, stripe = shop.person(), shop.stripe
    checkout_id = shop.checkout(person).json["checkoutId"]
    stripe.pay(checkout_id)
    event = stripe.session_event(checkout_id)
    provider = shop.harness.application.get(StripeProvider)
    if how == "slow":
        monkeypatch.setattr(provider, "read_seconds", 0.3)
        monkeypatch.setattr(provider, "_client", None)
        stripe.slow = 1.0
    elif how == "away":
        stripe.away = True
    else:
        stripe.failures += [500, 500, 429, 429]
    responses = [shop.deliver(event, 503), shop.checkout(person, status=503)]
    for response in responses:
        assert response.json["code"] == "billing_unavailable"
        assert int(response.headers["Retry-After"]) > 0
    assert shop.workspaces(person) == []
    assert times_handled(shop, event) == 0
    stripe.away, stripe.slow = False, 0.0
    stripe.failures.clear()
    provider._client = None
    shop.deliver(event)
    assert shop.workspace(person).plan == "starter"


def test_no_connection_is_held_while_stripe_answers(shop: Shop) -> None:
    connections = []
    pool = shop.harness.application.database.engine.pool
    person = shop.person()
    checkout_id = shop.checkout(person).json["checkoutId"]
    client = shop.harness.application.get(StripeProvider).client
    find, create = client.subscription, client._create_checkout

    def watching(function):  # type: ignore[no-untyped-def]
        def call(*arguments):  # type: ignore[no-untyped-def]
            connections.append(pool.checkedout())
            return function(*arguments)

        return call

    client.subscription, client._create_checkout = watching(find), watching(create)
    connections_before = pool.checkedout()  # the writer of receipts keeps its own
    try:
        shop.pay(checkout_id)
        shop.checkout(person)
    finally:
        del client.subscription, client._create_checkout
    assert connections == [connections_before, connections_before]
