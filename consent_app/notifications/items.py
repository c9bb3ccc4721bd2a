"""One row of the feed, and the words of what happened."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from consent_app.db.ids import id_time
from consent_app.domains.service import Domain
from consent_app.workspaces.service import WorkspaceEvent

Severity = Literal["critical", "warning", "info"]

# Of this service alone, so that the ids of the feed are nobody else's.
_NAMESPACE = UUID("3d1c6c1e-8c8e-5d0e-9d1b-6f2f4c1f7a51")


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the feed. ``id`` is stable while the condition that it tells of holds."""

    id: UUID
    kind: str
    severity: Severity
    title: str
    detail: str
    at: datetime
    domain_id: UUID | None
    hostname: str | None

    @classmethod
    def of_domain(
        cls,
        kind: str,
        severity: Severity,
        title: str,
        detail: str,
        at: datetime,
        domain: Domain,
        subject: str = "",
    ) -> Item:
        """Return the row of a domain's problem that began ``at`` that instant."""
        name = f"{kind} {domain.id} {subject} {at.isoformat()}"
        item_id = uuid.uuid5(_NAMESPACE, name)
        return cls(item_id, kind, severity, title, detail, at, domain.id, domain.hostname)


def item_of(event: WorkspaceEvent) -> Item:
    """Return the row of something that happened."""
    severity, title, detail = _words(event)
    at = id_time(event.id)
    item_id = uuid.uuid5(_NAMESPACE, f"{event.kind} {event.id} {at.isoformat()}")
    return Item(item_id, event.kind, severity, title, detail, at, event.domain_id, event.hostname)


def _words(event: WorkspaceEvent) -> tuple[Severity, str, str]:
    host, subject = event.hostname or "", event.subject or ""
    if event.kind == "banner_published":
        return "info", f"Banner of {host} published", f"Visitors now see version {subject}."
    if event.kind == "domain_added":
        return "info", f"{host} was added", "Publish its banner and put the tag on its pages."
    if event.kind == "member_joined":
        return "info", f"{subject} joined", "They can sign in to this workspace from now on."
    if event.kind == "scan_completed":
        return "info", f"Scan of {host} completed", subject
    return "warning", f"Scan of {host} failed", subject
