"""The events of deleting receipts."""

from __future__ import annotations

from consent_app.events.event import Event


class ReceiptsExpired(Event):
    """Receipts past their retention were deleted; ``subject_id`` is the workspace's."""

    name = "receipts.expired"


class ReceiptsErased(Event):
    """One visitor's receipts were erased; ``subject_id`` is the receipt that was named."""

    name = "receipts.erased"
