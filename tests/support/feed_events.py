"""Events of the feed, added the same way as by the events of other rooms."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.context import Actor, Context
from consent_app.notifications.feed import About, add_event
from consent_app.notifications.models import EventKind


def add_feed_event(
    session: Session, application: Application, workspace_id: UUID, kind: EventKind, **about: Any
) -> None:
    """Add an event of a workspace."""
    actor = Actor("system", workspace_id=workspace_id)
    add_event(Context(application, actor, None, session), kind, About(**about))
