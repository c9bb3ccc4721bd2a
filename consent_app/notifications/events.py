"""The events of notifications."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.events.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountResubscribed(Event):
    """A person took their address off the suppression list."""

    name = "account.resubscribed"
