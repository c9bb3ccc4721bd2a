"""One row of the feed."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent_app.db.ids import id_time
from consent_app.domains.service import Domain
from consent_app.notifications.kinds import FEED_KINDS, Severity
from consent_app.workspaces.service import WorkspaceEvent

# Of this service alone, so that the ids of the feed are nobody else's.
_NAMESPACE = UUID("3d1c6c1e-8c8e-5d0e-9d1b-6f2f4c1f7a51")


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the feed. ``name`` is made of its kind, its subject and the condition's start."""

    name: str
    kind: str
    severity: Severity
    title: str
    detail: str
    at: datetime
    domain_id: UUID | None
    hostname: str | None
    mail: str | None

    @property
    def id(self) -> UUID:
        """The row's id, stable while the condition that it tells of holds.

        Computed when asked: of tens of thousands of rows a hundred are shown.
        """
        return uuid.uuid5(_NAMESPACE, self.name)

    @classmethod
    def of_domain(
        cls,
        kind: str,
        at: datetime,
        domain: Domain,
        *,
        subject: str = "",
        detail: str | None = None,
        urgent: bool = False,
        mailed: bool = True,
        **words: str,
    ) -> Item:
        """Return the row of a domain's problem that began ``at`` that instant.

        ``detail`` stands in for the kind's own. ``mailed``: whether its mail is sent for it.
        """
        row = FEED_KINDS[kind]
        severity = row.urgent if urgent and row.urgent is not None else row.severity
        words["hostname"] = domain.hostname
        return cls(
            f"{kind} {domain.id} {subject} {at.isoformat()}",
            kind,
            severity,
            row.title.format_map(words),
            detail or row.detail.format_map(words),
            at,
            domain.id,
            domain.hostname,
            row.mail if mailed else None,
        )


def item_of(event: WorkspaceEvent) -> Item:
    """Return the row of something that happened."""
    row = FEED_KINDS[event.kind]
    words = {"hostname": event.hostname or "", "subject": event.subject or ""}
    at = id_time(event.id)
    return Item(
        f"{event.kind} {event.id} {at.isoformat()}",
        event.kind,
        row.severity,
        row.title.format_map(words),
        row.detail.format_map(words),
        at,
        event.domain_id,
        event.hostname,
        row.mail,
    )
