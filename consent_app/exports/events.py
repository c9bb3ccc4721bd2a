"""The events of exports."""

from __future__ import annotations

from dataclasses import dataclass

from consent_app.events.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptsExported(Event):
    """An export was completed; ``subject_id`` is its manifest's."""

    name = "receipts.exported"
