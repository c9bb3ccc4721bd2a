"""The routes for people: those that openapi.yaml does not list."""

from __future__ import annotations

ACCOUNT_ROUTES = (
    ("pages.unsubscribe", "/unsubscribe"),
    ("pages.confirm", "/confirm"),
    ("pages.disown", "/disown"),
    ("pages.reset", "/reset"),
    ("pages.invite", "/invite"),
    ("pages.checkout_done", "/checkout/done"),
    ("pages.checkout_cancelled", "/checkout/cancelled"),
)
"""What mails link to and checkouts lead back to; unless ``consent.account_pages`` is off."""

REFERENCE_ROUTES = (
    ("pages.reference", "/docs/"),
    ("pages.reference_without_slash", "/docs"),
)
"""The API's reference; everywhere, unless ``consent.reference_pages`` is off."""

DEVELOPMENT_ROUTES = (
    ("pages.home", "/"),
    ("pages.demo", "/demo/"),
    ("pages.demo_without_slash", "/demo"),
    ("pages.mailbox", "/mailbox/"),
    ("pages.mailbox_without_slash", "/mailbox"),
    ("pages.mail", "/mailbox/{name}"),
)

ASSETS = ("pages.asset", "/pages/{name}")
