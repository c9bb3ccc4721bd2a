"""A stand-in for Stripe on loopback that behaves as Stripe documents its API.

Form-encoded bodies with brackets, bearer keys, ``Stripe-Version``, ``Idempotency-Key`` (a repeat
gets the first answer, another body under the same key is refused), error objects, and webhooks
signed by the scheme ``t=…,v1=…``. Tests control its buyers.

    .venv/bin/python -m tests.support.stripe_server 8085 http://localhost:6543/v1/billing/webhook

serves it for trying it by hand: a POST to a checkout's URL pays it, and events are sent
automatically.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
import secrets
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.support.stand_in import StandIn

SECRET_KEY = "sk_test_" + "s" * 24
WEBHOOK_SECRET = "whsec_" + "w" * 32
PRICES = {"starter": "price_starter", "business": "price_business"}
MONTH_SECONDS = 30 * 24 * 3600


class Refused(Exception):
    """An error of the API: its status and its error object."""

    def __init__(self, status: int, kind: str, **error: str) -> None:
        self.status = status
        self.error = {"type": kind, **error}
        super().__init__(kind)


def no_such(what: str, thing_id: str, param: str, status: int = 404) -> Refused:
    """Return the error for a missing object: 404 if it is in the path, 400 if it is a parameter."""
    message = f"No such {what}: '{thing_id}'"
    kind = "invalid_request_error"
    return Refused(status, kind, code="resource_missing", message=message, param=param)


def read_form(body: str) -> dict[str, Any]:
    """Read ``line_items[0][price]=…`` and its like into nested objects."""
    form: dict[str, Any] = {}
    for name, value in parse_qsl(body, keep_blank_values=True):
        parts = name.replace("]", "").split("[")
        inside = form
        for part in parts[:-1]:
            inside = inside.setdefault(part, {})
        inside[parts[-1]] = value
    return form


class StripeServer:
    """The stand-in.

    ``away`` makes it break every connection, ``slow`` is the number of seconds before each
    response, and ``failures`` are the statuses of the next responses. ``broken`` are the ids of
    things that always cause an error of Stripe's. ``invalid_emails`` are addresses that it does not
    accept. ``asked`` lists the requests.
    """

    def __init__(self, port: int = 0) -> None:
        self.sessions: dict[str, dict[str, Any]] = {}
        self.subscriptions: dict[str, dict[str, Any]] = {}
        self.customers: dict[str, dict[str, Any]] = {}
        self.asked: list[tuple[str, str]] = []
        self.headers: list[dict[str, str]] = []
        self.failures: list[int] = []
        self.broken: set[str] = set()
        self.invalid_emails: set[str] = set()
        self.away = False
        self.slow = 0.0
        self.webhook: str | None = None
        self._repeats: dict[str, tuple[str, tuple[int, dict[str, Any]]]] = {}
        self._lock = threading.Lock()
        stripe = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                stripe._serve(self)

            do_POST = do_DELETE = do_GET  # noqa: N815

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._stand_in = StandIn(Handler, port)
        self.url = self._stand_in.url

    def close(self) -> None:
        """Stop it."""
        self._stand_in.close()

    # --- what happens at Stripe -------------------------------------------------------------------

    def pay(self, session_id: str, *, invoice: str = "paid") -> dict[str, Any]:
        """Let the buyer complete a checkout; return the subscription.

        ``invoice`` is ``open`` for a pending direct debit.
        """
        session = self.sessions[session_id]
        customer = session["customer"] or self._new_customer(session["customer_email"])
        now = int(time.time())
        subscription = {
            "id": f"sub_{secrets.token_hex(8)}",
            "object": "subscription",
            "customer": customer,
            "status": "active",
            "created": now,
            "cancel_at_period_end": False,
            "cancel_at": None,
            "canceled_at": None,
            "latest_invoice": {
                "id": f"in_{secrets.token_hex(8)}",
                "object": "invoice",
                "status": invoice,
            },
            "metadata": session["subscription_metadata"],
            "items": {
                "object": "list",
                "data": [
                    {
                        "id": f"si_{secrets.token_hex(8)}",
                        "object": "subscription_item",
                        "current_period_end": now + MONTH_SECONDS,
                        "price": {"id": session["price"], "object": "price"},
                        "quantity": 1,
                    }
                ],
            },
        }
        self.subscriptions[str(subscription["id"])] = subscription
        paid = {"open": "unpaid"}.get(invoice, "paid")
        session |= {
            "status": "complete",
            "payment_status": paid,
            "customer": customer,
            "subscription": subscription["id"],
        }
        return subscription

    def expire(self, session_id: str) -> None:
        """Let a checkout end without a payment, as after a day."""
        self.sessions[session_id] |= {"status": "expired", "url": None}

    def set_price(self, subscription: dict[str, Any], plan: str) -> None:
        """Change a subscription to another plan's price, like the customer portal."""
        subscription["items"]["data"][0]["price"]["id"] = PRICES.get(plan, plan)

    def session_event(self, session_id: str, kind: str = "completed") -> bytes:
        """Return the event of a checkout, as the bytes that are posted."""
        return self.event(f"checkout.session.{kind}", self._shown(self.sessions[session_id]))

    def subscription_event(self, kind: str, subscription: dict[str, Any]) -> bytes:
        """Return an event of a subscription in its current state."""
        return self.event(f"customer.subscription.{kind}", self._plain(subscription))

    def invoice_event(self, kind: str, subscription: dict[str, Any]) -> bytes:
        """Return an event of a subscription's last invoice."""
        details = {"subscription": subscription["id"], "metadata": subscription["metadata"]}
        parent = {"type": "subscription_details", "subscription_details": details}
        return self.event(f"invoice.{kind}", {**subscription["latest_invoice"], "parent": parent})

    def event(self, kind: str, thing: dict[str, Any], **changes: Any) -> bytes:
        """Return an event about ``thing``."""
        event = {
            "id": f"evt_{secrets.token_hex(10)}",
            "object": "event",
            "api_version": "2025-08-27.basil",
            "created": int(time.time()),
            "livemode": False,
            "pending_webhooks": 1,
            "request": {"id": None, "idempotency_key": None},
            "type": kind,
            "data": {"object": copy.deepcopy(thing)},
            **changes,
        }
        return json.dumps(event, indent=2).encode()

    # --- its API ----------------------------------------------------------------------------------

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length") or 0)
        body = handler.rfile.read(length).decode()
        path = urlsplit(handler.path)
        with self._lock:
            self.asked.append((handler.command, path.path))
            self.headers.append({name.lower(): value for name, value in handler.headers.items()})
            failure = self.failures.pop(0) if self.failures else None
            if path.path.rpartition("/")[2] in self.broken:
                failure = 500
        if self.slow:
            time.sleep(self.slow)
        if self.away:
            handler.close_connection = True
            return
        if path.path.startswith("/c/pay/"):
            status, answer = self._buyer(path.path.removeprefix("/c/pay/"), handler.command)
        elif failure is not None:
            status, answer = failure, {"error": {"type": "api_error", "message": "Try again."}}
        else:
            # The parameters of a DELETE are in its query.
            form = read_form(body or path.query)
            status, answer = self._repeatable(handler, path.path, form, body)
        self._answer(handler, status, answer)

    def _answer(self, handler: BaseHTTPRequestHandler, status: int, answer: dict[str, Any]) -> None:
        raw = json.dumps(answer).encode()
        try:
            handler.send_response(status)
            handler.send_header("Content-Type", "application/json")
            handler.send_header("Content-Length", str(len(raw)))
            handler.send_header("Request-Id", f"req_{secrets.token_hex(6)}")
            handler.end_headers()
            handler.wfile.write(raw)
        except OSError:
            # The client has given up waiting.
            handler.close_connection = True

    def _repeatable(
        self, handler: BaseHTTPRequestHandler, path: str, form: dict[str, Any], body: str
    ) -> tuple[int, dict[str, Any]]:
        key = handler.headers.get("Idempotency-Key") if handler.command == "POST" else None
        with self._lock:
            try:
                self._authenticate(handler)
                if key is not None and key in self._repeats:
                    first, answered = self._repeats[key]
                    if first != path + body:
                        message = "Keys for idempotent requests can only be used with the same"
                        raise Refused(400, "idempotency_error", message=message)
                    return answered
                answered = 200, self._do(handler.command, path, form)
            except Refused as refused:
                return refused.status, {"error": refused.error}
            if key is not None:
                self._repeats[key] = path + body, answered
            return answered

    def _authenticate(self, handler: BaseHTTPRequestHandler) -> None:
        if handler.headers.get("Authorization") != f"Bearer {SECRET_KEY}":
            raise Refused(401, "invalid_request_error", message="Invalid API Key provided")

    def _do(self, method: str, path: str, form: dict[str, Any]) -> dict[str, Any]:
        parts = path.strip("/").split("/")
        if (method, parts) == ("POST", ["v1", "checkout", "sessions"]):
            return self._shown(self._new_session(form))
        if method == "GET" and parts[:3] == ["v1", "checkout", "sessions"] and len(parts) == 4:
            if parts[3] not in self.sessions:
                raise no_such("checkout.session", parts[3], "session")
            return self._shown(self.sessions[parts[3]])
        if method == "POST" and parts == ["v1", "customers"]:
            return self.customers[self._new_customer(form.get("email"))]
        if parts[:2] == ["v1", "subscriptions"] and len(parts) == 3:
            answer = self.subscriptions.get(parts[2])
            if answer is None:
                raise no_such("subscription", parts[2], "id")
            if method == "GET":
                expanded = "latest_invoice" in form.get("expand", {}).values()
                return copy.deepcopy(answer) if expanded else self._plain(answer)
            if method == "DELETE":
                if answer["status"] == "canceled":
                    raise no_such("subscription", parts[2], "id")
                answer |= {"status": "canceled", "canceled_at": int(time.time())}
                return self._plain(answer)
        raise Refused(404, "invalid_request_error", message=f"Unrecognized request URL ({path})")

    def _new_session(self, form: dict[str, Any]) -> dict[str, Any]:
        for name in ("mode", "success_url", "line_items"):
            if name not in form:
                message = f"Missing required param: {name}."
                raise Refused(400, "invalid_request_error", message=message, param=name)
        price = form["line_items"]["0"]["price"]
        if price not in PRICES.values():
            raise no_such("price", price, "line_items[0][price]", status=400)
        customer = form.get("customer")
        if customer is not None and customer not in self.customers:
            raise no_such("customer", customer, "customer", status=400)
        if (email := form.get("customer_email")) in self.invalid_emails:
            message = f"Invalid email address: {email}"
            error = {"code": "email_invalid", "message": message, "param": "customer_email"}
            raise Refused(400, "invalid_request_error", **error)
        session_id = f"cs_test_{secrets.token_hex(16)}"
        self.sessions[session_id] = {
            "id": session_id,
            "object": "checkout.session",
            "mode": form["mode"],
            "status": "open",
            "payment_status": "unpaid",
            "url": f"{self.url}/c/pay/{session_id}",
            "customer": customer,
            "customer_email": form.get("customer_email"),
            "client_reference_id": form.get("client_reference_id"),
            "subscription": None,
            "metadata": form.get("metadata", {}),
            "success_url": form["success_url"],
            "price": price,
            "subscription_metadata": form.get("subscription_data", {}).get("metadata", {}),
        }
        return self.sessions[session_id]

    def _new_customer(self, email: str | None) -> str:
        customer = f"cus_{secrets.token_hex(7)}"
        self.customers[customer] = {"id": customer, "object": "customer", "email": email}
        return customer

    @staticmethod
    def _shown(session: dict[str, Any]) -> dict[str, Any]:
        hidden = ("price", "subscription_metadata")
        return {name: value for name, value in session.items() if name not in hidden}

    @staticmethod
    def _plain(subscription: dict[str, Any]) -> dict[str, Any]:
        plain = copy.deepcopy(subscription)
        plain["latest_invoice"] = plain["latest_invoice"]["id"]
        return plain

    # --- by hand ---- -----------------------------------------------------------------------------

    def _buyer(self, session_id: str, method: str) -> tuple[int, dict[str, Any]]:
        if session_id not in self.sessions:
            return 404, {}
        if method == "POST":
            subscription = self.pay(session_id)
            self._send(self.subscription_event("created", subscription))
            self._send(self.session_event(session_id))
        return 200, self._shown(self.sessions[session_id])

    def _send(self, event: bytes) -> None:
        if self.webhook is None:
            return
        headers = {"Stripe-Signature": signed(event), "Content-Type": "application/json"}
        request = urllib.request.Request(self.webhook, event, headers)
        with urllib.request.urlopen(request, timeout=30) as response:
            print(json.loads(event)["type"], response.status, flush=True)


def signed(body: bytes, *, secret: str = WEBHOOK_SECRET, ago: int = 0) -> str:
    """Return the ``Stripe-Signature`` of a body, ``ago`` seconds old."""
    at = int(time.time()) - ago
    digest = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest},v0={'0' * 64}"


@contextmanager
def serving() -> Iterator[StripeServer]:
    """Serve a new stand-in."""
    server = StripeServer()
    try:
        yield server
    finally:
        server.close()


if __name__ == "__main__":
    person = StripeServer(int(sys.argv[1]))
    person.webhook = sys.argv[2]
    prices = " ".join(f"{plan}:{price}" for plan, price in PRICES.items())
    for name, value in (
        ("API_BASE", person.url),
        ("SECRET_KEY", SECRET_KEY),
        ("WEBHOOK_SECRET", WEBHOOK_SECRET),
        ("PRICES", prices),
    ):
        print(f"export CONSENT_STRIPE_{name}='{value}'", flush=True)
