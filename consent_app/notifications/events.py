"""The events of notifications."""

from __future__ import annotations

from consent_app.events.event import Event


class AccountResubscribed(Event):
    """A person took their address off the suppression list."""

    name = "account.resubscribed"
