"""The events of sessions. ``subject_id`` is the session's if there is one."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.events.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLoggedOut(Event):
    """A person signed out."""

    name = "session.logged_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshTokenReused(Event):
    """A refresh token was used a second time, which ended its session."""

    name = "session.refresh_reused"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffCreated(Event):
    """A sign-in was handed off to a workspace."""

    name = "handoff.created"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffRedeemed(Event):
    """A hand-off opened a session of its workspace."""

    name = "handoff.redeemed"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountHandoffCreated(Event):
    """A sign-in was handed off to the account's pages."""

    name = "account_handoff.created"


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountHandoffRedeemed(Event):
    """A hand-off opened a session of the account."""

    name = "account_handoff.redeemed"
