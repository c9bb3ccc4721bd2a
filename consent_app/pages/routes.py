"""The routes for people: those that openapi.yaml does not list."""

from __future__ import annotations

ROUTES = (
    ("pages.home", "/"),
    ("pages.demo", "/demo/"),
    ("pages.demo_without_slash", "/demo"),
    ("pages.mailbox", "/mailbox/"),
    ("pages.mailbox_without_slash", "/mailbox"),
    ("pages.mail", "/mailbox/{name}"),
    ("pages.asset", "/pages/{name}"),
)
