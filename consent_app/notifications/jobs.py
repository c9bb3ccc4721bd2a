"""The periodic job of the feed."""

from __future__ import annotations

from typing import Any

from consent_app.runtime import Runtime
from consent_app.workspaces.service import forget_old_events

FORGET_EVENTS = "notifications.forget_events"
FORGET_EVENTS_EVERY_SECONDS = 24 * 3600


def forget_events(runtime: Runtime, payload: dict[str, Any]) -> None:
    """Delete the events that no feed tells of any more."""
    with runtime.database.transaction() as session:
        forget_old_events(session, runtime.now())
