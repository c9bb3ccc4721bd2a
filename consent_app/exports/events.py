"""The events of exports."""

from __future__ import annotations

from consent_app.events.event import Event


class ReceiptsExported(Event):
    """An export was completed, and ``subject_id`` is its manifest's; or it broke off.
    ``api_key_id`` is the key that was used."""

    name = "receipts.exported"
