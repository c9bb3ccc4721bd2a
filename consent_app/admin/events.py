"""The events of operators' commands that have no room of their own."""

from __future__ import annotations

from consent_app.events.event import Event


class ReceiptsGenerated(Event):
    """An operator added generated receipts (``consent-app demo seed``), which cannot be
    distinguished from real ones; ``subject_id`` is the workspace's."""

    name = "receipts.generated"
