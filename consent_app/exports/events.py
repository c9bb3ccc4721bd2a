"""The events of exports."""

from __future__ import annotations

from consent_app.events.event import Event


class ReceiptsExported(Event):
    """An export was completed or interrupted; ``subject_id`` is its id. ``apiKeyId`` is the key
    that was used, if one was. ``sha256`` is the digest of a completed export."""

    name = "receipts.exported"
