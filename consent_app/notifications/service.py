"""The feed of a workspace, composed at read time from live state (``docs/decisions.md`` §8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.notifications import queries
from consent_app.notifications.items import Item, item_of
from consent_app.notifications.kinds import EVENT_KINDS
from consent_app.notifications.problems import problems_of
from consent_app.notifications.resealing import reseal_suppressions
from consent_app.notifications.unsubscribing import Unsubscription, status, unsubscribe
from consent_app.runtime import Runtime
from consent_app.workspaces.service import recent_events

__all__ = [
    "Feed",
    "Unsubscription",
    "mark_read",
    "read_feed",
    "reseal_suppressions",
    "unsubscribe",
    "unsubscribe_status",
]

unsubscribe_status = status


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed as one user reads it. ``items`` is cut to the limit; the counts are over all."""

    items: list[Item]
    unread: int
    total: int
    read_at: datetime | None

    def is_read(self, item: Item) -> bool:
        """Whether the user has marked the feed read since the item came."""
        return self.read_at is not None and item.at <= self.read_at


def read_feed(
    session: Session, runtime: Runtime, workspace_id: UUID, user_id: UUID, limit: int
) -> Feed:
    """Compose the feed, newest first, in three queries whatever the number of domains."""
    now = runtime.now()
    items = [item_of(event) for event in recent_events(session, workspace_id, EVENT_KINDS, now)]
    for state in queries.domain_states(session, workspace_id):
        items.extend(problems_of(state, now))
    items.sort(key=lambda item: (item.at, item.name), reverse=True)
    read_at = queries.read_at(session, workspace_id, user_id)
    unread = sum(1 for item in items if read_at is None or item.at > read_at)
    return Feed(items[:limit], unread, len(items), read_at)


def mark_read(session: Session, runtime: Runtime, workspace_id: UUID, user_id: UUID) -> datetime:
    """Mark everything up to now as read for the user; return that instant."""
    now = runtime.now()
    queries.mark_read(session, workspace_id, user_id, now)
    return now
