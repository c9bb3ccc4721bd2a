"""The events of API keys."""

from __future__ import annotations

from consent_app.events.event import Event


class ApiKeyCreated(Event):
    """An API key was created; ``subject_id`` is the key's."""

    name = "api_key.created"


class ApiKeyRevoked(Event):
    """A member revoked an API key; ``subject_id`` is the key's."""

    name = "api_key.revoked"


class ApiKeyDisowned(Event):
    """An API key ended because the owner of its creator's address may not have created it.

    ``subject_id`` is the key's.
    """

    name = "api_key.disowned"


class ApiKeyLeaked(Event):
    """An API key was found in public and revoked; ``subject_id`` is the key's."""

    name = "api_key.leaked"
