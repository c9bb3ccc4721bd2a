"""The parts of a process: the only module that names the subscribers to events."""

from __future__ import annotations

from consent_app.application import Application, assemble
from consent_app.events.bus import EventBus
from consent_app.events.site_changes import SiteChanges
from consent_app.settings import Settings

SUBSCRIBERS = (
    "consent_app.events.audit_log",
    "consent_app.events.site_changes",
    "consent_app.api_keys.api_keys",
    "consent_app.workspaces.members",
    "consent_app.sessions.subscribers",
    "consent_app.statistics.roll_ups",
    "consent_app.notifications.feed",
)
"""Modules with a function ``subscribe(bus)``, in the order in which they receive an event."""


def build_application(settings: Settings) -> Application:
    """Return the application of a process. Opens no connection yet."""
    app = assemble(settings, EventBus(SUBSCRIBERS))
    app.add(SiteChanges(app))
    return app
