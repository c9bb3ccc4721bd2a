"""The events of signing in with an identity provider."""

from __future__ import annotations

from consent_app.events.event import Event


class IdentitySignedIn(Event):
    """A person signed in with an identity provider, or was refused."""

    name = "sign_in.identity"


class IdentityLinked(Event):
    """An identity was linked to an account."""

    name = "identity.linked"
