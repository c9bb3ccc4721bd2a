"""The events of sessions. ``subject_id`` is the session's if there is one."""

from __future__ import annotations

from consent_app.events.event import Event


class SessionLoggedOut(Event):
    """A person signed out."""

    name = "session.logged_out"


class RefreshTokenReused(Event):
    """A refresh token was used a second time, which ended its session."""

    name = "session.refresh_reused"


class HandoffCreated(Event):
    """A sign-in was handed off to a workspace."""

    name = "handoff.created"


class HandoffRedeemed(Event):
    """A hand-off opened a session of its workspace."""

    name = "handoff.redeemed"


class AccountHandoffCreated(Event):
    """A sign-in was handed off to the account's pages."""

    name = "account_handoff.created"


class AccountHandoffRedeemed(Event):
    """A hand-off opened a session of the account."""

    name = "account_handoff.redeemed"
