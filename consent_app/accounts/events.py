"""The events of accounts that rooms above registration react to."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.events.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountEmptied(Event):
    """The owner of an address took over an account that somebody else may have set up, or had it
    deleted. ``subject_id`` is the account's.

    What was set up with it ends, except for its memberships if it ``keeps_memberships``.
    """

    name = "account.emptied"

    keeps_memberships: bool
