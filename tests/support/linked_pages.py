"""The links of emails, and the pages they lead to."""

from __future__ import annotations

PAGES = (
    "/unsubscribe?token=x",
    "/confirm",
    "/disown",
    "/reset",
    "/checkout/done",
    "/checkout/cancelled",
)
