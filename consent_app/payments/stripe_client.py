"""Stripe, as billing needs it: a checkout, a subscription's or a checkout's present state, a
cancellation.

Nothing here uses the database, and callers hold no database connection. The objects have the shapes
of https://docs.stripe.com/api in the version below. Events may have another version: only their ids
are read, and everything else is requested from the API.
"""

from __future__ import annotations

import logging
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import stripe

from consent_app.errors import BillingUnavailable
from consent_app.jobs import location_of
from consent_app.payments.stripe_subscriptions import (
    CheckoutState,
    SubscriptionState,
    read_checkout,
    read_subscription,
    text,
)
from consent_app.settings import StripeSettings

API_VERSION = "2025-08-27.basil"
CONNECT_SECONDS = 5.0
NETWORK_RETRIES = 1
"""With the same idempotency key, after a broken connection or a 409 or 5xx response."""

MISSING = "resource_missing"

_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What a response of another form leads to, in Stripe's library and here."""

_SYSTEM_ERRORS = (ConnectionError, TimeoutError, socket.gaierror, ssl.SSLError)

log = logging.getLogger(__name__)
# At the root logger's lowest level it would log each request's body, including addresses.
logging.getLogger("stripe").setLevel(logging.WARNING)

T = TypeVar("T")


class StripeClient:
    """A client of Stripe's API. More than ``slots`` simultaneous calls are refused immediately."""

    def __init__(self, settings: StripeSettings, slots: int, read_seconds: float) -> None:
        self.settings = settings
        self._slots = threading.BoundedSemaphore(slots)
        self._client = stripe.StripeClient(
            settings.secret_key,
            stripe_version=API_VERSION,
            base_addresses={"api": settings.api_base},
            max_network_retries=NETWORK_RETRIES,
            http_client=stripe.RequestsClient(timeout=(CONNECT_SECONDS, read_seconds)),
        )

    def open_checkout(
        self, params: dict[str, Any], key: str, *, customer: str | None, email: str | None
    ) -> tuple[str, str]:
        """Create a Checkout Session under an idempotency key; return its id and its page's address.

        Without ``customer``, or if Stripe no longer has that customer, Stripe creates a new one
        with the address ``email``. Without that, or if Stripe does not accept it, the buyer types
        one. Raises BillingUnavailable.
        """
        payer = {"customer": customer, "customer_email": None if customer else email}
        sent = {name: value for name, value in payer.items() if value}
        try:
            with _reading("a new checkout"):
                checkout = self._call(self._create_checkout, {**params, **sent}, key)
                return text(checkout.id), text(checkout.url)
        except stripe.InvalidRequestError as error:
            if error.param not in sent:
                raise self._unavailable(error) from None
            if error.param == "customer_email":
                email = None
            return self.open_checkout(params, f"{key}-again", customer=None, email=email)

    def checkout(self, checkout_id: str) -> CheckoutState | None:
        """Return the current state of the checkout; None if Stripe does not have it.

        Raises BillingUnavailable.
        """
        with _reading(checkout_id):
            checkout = self._find(self._client.v1.checkout.sessions.retrieve, checkout_id)
            return read_checkout(checkout.to_dict()) if checkout is not None else None

    def subscription(self, stripe_id: str) -> SubscriptionState | None:
        """Return the current state of the subscription; None if Stripe does not have it.

        Raises BillingUnavailable.
        """
        retrieve, expanded = self._client.v1.subscriptions.retrieve, {"expand": ["latest_invoice"]}
        with _reading(stripe_id):
            subscription = self._find(retrieve, stripe_id, expanded)
            return read_subscription(subscription.to_dict()) if subscription is not None else None

    def cancel(self, stripe_id: str) -> None:
        """End a subscription immediately and credit the rest of its period to the customer.

        Does nothing if the subscription is over or unknown. Raises BillingUnavailable.
        """
        state = self.subscription(stripe_id)
        if state is None or state.over:
            return
        try:
            self._call(
                self._client.v1.subscriptions.cancel,
                stripe_id,
                {"prorate": True, "invoice_now": True},
            )
        except stripe.InvalidRequestError as error:
            if error.code != MISSING:
                raise self._unavailable(error) from None

    def _create_checkout(self, params: Any, key: str) -> stripe.checkout.Session:
        return self._client.v1.checkout.sessions.create(params, {"idempotency_key": key})

    def _find(self, function: Callable[..., T], *arguments: Any) -> T | None:
        """Call Stripe. Return None for an object that it does not have."""
        try:
            return self._call(function, *arguments)
        except stripe.InvalidRequestError as error:
            if error.code == MISSING:
                return None
            raise self._unavailable(error) from None

    def _call(self, function: Callable[..., T], *arguments: Any) -> T:
        with self._slot():
            try:
                return function(*arguments)
            except stripe.InvalidRequestError:
                raise
            except stripe.StripeError as error:
                raise self._unavailable(error) from None

    @contextmanager
    def _slot(self) -> Iterator[None]:
        if not self._slots.acquire(blocking=False):
            raise BillingUnavailable
        try:
            yield
        finally:
            self._slots.release()

    def _unavailable(self, error: stripe.StripeError) -> BillingUnavailable:
        if isinstance(error, stripe.APIConnectionError):
            log.error("Stripe does not answer at %s: %s", self.settings.api_base, _cause(error))
            return BillingUnavailable()
        # Its message may repeat values of the request.
        log.error(
            "Stripe: %s, status %s, code %s, parameter %s, request %s",
            type(error).__name__,
            error.http_status,
            error.code,
            getattr(error, "param", None),
            error.request_id,
        )
        return BillingUnavailable()


@contextmanager
def _reading(what: str) -> Iterator[None]:
    """Treat a response that cannot be read like none."""
    try:
        yield
    except _UNREADABLE as error:
        log.error("Stripe's response about %s cannot be read: %s", what, location_of(error))
        raise BillingUnavailable from None


def _cause(error: BaseException) -> str:
    """Return the system's reason for a request without an answer.

    Other messages may contain the request's address, or the password of a proxy's.
    """
    while (inner := error.__cause__ or error.__context__) is not None:
        error = inner
    name = type(error).__name__
    is_of_system = isinstance(error, _SYSTEM_ERRORS) or type(error) is OSError
    return f"{name}: {error}" if is_of_system else name
