"""The events of deleting receipts."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from consent_app.events.event import Event


class ReceiptsExpired(Event):
    """Receipts past their retention were deleted; ``subject_id`` is the workspace's."""

    name = "receipts.expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptsErased(Event):
    """One visitor's receipts were erased; ``subject_id`` is the receipt that was named."""

    name = "receipts.erased"

    receipt_ids: frozenset[UUID]
    """All of them, for rooms that keep something for each receipt."""
