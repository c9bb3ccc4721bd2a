"""Reading the audit log, as a workspace's owner does."""

from __future__ import annotations

from typing import Any

from consent_app.events.refusals import Refusals
from tests.support.factories import Panel
from tests.support.harness import Harness


def audit_events(panel: Panel, **query: Any) -> list[dict[str, Any]]:
    """Return the workspace's events, newest first; ``event=`` for those of one name."""
    listed: list[dict[str, Any]] = panel.get("/v1/audit-events", params=query, status=200).json
    return listed


def refusals(harness: Harness, panel: Panel, event: str) -> list[tuple[str | None, str]]:
    """Return the refusals that the workspace's owner sees, with their actors and counts."""
    harness.application.get(Refusals).flush()
    listed = audit_events(panel, event=event)
    assert {item["outcome"] for item in listed} <= {"refused"}
    assert {item["addressHash"] for item in listed} <= {None}
    return [(item["actorId"], item["detail"][0]["after"]) for item in listed]
