"""Requests to the payment provider: repeated under their key, and answered in another form."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from consent_app.errors import BillingUnavailable
from consent_app.payments.service import StripeProvider
from consent_app.payments.stripe_client import StripeClient
from tests.billing.conftest import Shop, stripe_settings
from tests.support.processes import free_port


def test_a_try_that_failed_on_the_way_is_repeated_under_its_key(shop: Shop) -> None:
    before = len(shop.stripe.headers)
    shop.stripe.failures.append(500)
    shop.checkout(shop.person())
    first, second = shop.stripe.headers[before:]
    assert first["idempotency-key"] == second["idempotency-key"]


UNREADABLE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a list": lambda _: [],
    "a text": lambda _: "x",
    "an empty object": lambda _: {},
    "no customer": lambda subscription: without(subscription, "customer"),
    "another status": lambda subscription: {**subscription, "status": None},
    "another item": lambda subscription: {**subscription, "items": {"data": [None]}},
    "another instant": lambda subscription: {**subscription, "created": 2**60},
    "other metadata": lambda subscription: {**subscription, "metadata": {"consent_user": 5}},
}


def without(stripe_object: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in stripe_object.items() if key != name}


@pytest.mark.parametrize("form", UNREADABLE)
def test_a_subscription_of_another_form_is_asked_for_again(
    shop: Shop, form: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    person, stripe = shop.person(), shop.stripe
    checkout_id = shop.checkout(person).json["checkoutId"]
    subscription = stripe.pay(checkout_id)
    event = stripe.session_event(checkout_id)
    responses = {subscription["id"]: UNREADABLE[form](subscription)}
    with monkeypatch.context() as patch:
        patch.setattr(stripe, "subscriptions", responses)
        patch.setattr(stripe, "_plain", lambda answer: answer)
        assert shop.deliver(event, 503).json["code"] == "billing_unavailable"
    assert f"Stripe's response about {subscription['id']} cannot be read" in caplog.text
    shop.deliver(event)
    assert shop.workspace(person).plan == "starter"


@pytest.mark.parametrize("response", [None, [], "x", {}, {"id": 5, "url": "https://pay.example"}])
def test_a_checkout_of_another_form_is_none(
    shop: Shop, response: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = shop.person()
    monkeypatch.setattr(shop.stripe, "_shown", lambda session: response)
    assert shop.checkout(person, status=503).json["code"] == "billing_unavailable"


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port where connections are accepted and nothing answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.parametrize("is_silent", [False, True])
def test_why_stripe_does_not_answer_is_logged(
    is_silent: bool, silent_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    base = f"http://127.0.0.1:{silent_port if is_silent else free_port()}"
    settings = stripe_settings(base)
    with pytest.raises(BillingUnavailable):
        StripeClient(settings, slots=1, read_seconds=0.1).subscription("sub_of_somebody")
    cause = "TimeoutError: timed out" if is_silent else "ConnectionRefusedError: "
    assert f"Stripe does not answer at {base}: {cause}" in caplog.text
    assert settings.secret_key not in caplog.text
    assert "sub_of_somebody" not in caplog.text


def test_a_cause_that_may_repeat_a_secret_is_logged_by_its_type(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # The message of requests has the whole address of the proxy.
    monkeypatch.setenv("HTTP_PROXY", "http:///user:the-secret@proxy.example")
    monkeypatch.setenv("NO_PROXY", "")
    monkeypatch.setenv("no_proxy", "")
    with pytest.raises(BillingUnavailable):
        StripeClient(stripe_settings("http://stripe.example"), 1, 0.1).subscription("sub_1")
    assert caplog.messages[-1:] == [
        "Stripe does not answer at http://stripe.example: InvalidProxyURL"
    ]
    assert "the-secret" not in caplog.text


def test_a_question_that_stripe_refuses_does_not_say_that_a_subscription_is_missing(
    shop: Shop,
) -> None:
    client = shop.harness.application.get(StripeProvider).client
    shop.stripe.failures.append(400)
    with pytest.raises(BillingUnavailable):
        client.subscription("sub_unknown")
    assert client.subscription("sub_unknown") is None


def test_calls_beyond_the_limit_are_refused_immediately(silent_port: int) -> None:
    settings = stripe_settings(f"http://127.0.0.1:{silent_port}")
    client = StripeClient(settings, slots=1, read_seconds=0.1)
    with ThreadPoolExecutor(1) as pool, client._slot(), pytest.raises(BillingUnavailable):
        pool.submit(client.subscription, "sub_1").result(10)
