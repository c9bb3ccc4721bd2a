"""Propagating changes that visitors notice to every process, since each caches banners.

An event whose type has ``changes_site`` adds a row in its own transaction. The process that made
the change drops its cached banners after the commit. Every other process reads the new rows with
its next look-up, at most once in ``CHECK_SECONDS``, in one query along the primary key.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from consent_app.application import Application
from consent_app.db.ids import lowest_id
from consent_app.events import queries
from consent_app.events.bus import EventBus
from consent_app.events.event import Event
from consent_app.events.models import SiteChange

CHECK_SECONDS = 1.0
WAIT_SECONDS = 1.5
"""Once a check is this late, look-ups wait for it. Until then they use the cache."""

KNOWN_SECONDS = 2.0
"""How long after its commit every process knows of a change, unless the database hangs."""

STUCK_SECONDS = 3.0
"""A check that takes longer does not end soon, as when the database hangs. Look-ups then use the
cache until it does, as they do while the database is unavailable."""

LOOK_BACK = timedelta(minutes=1)
"""How long a transaction, or the difference between two machines' clocks, may last.

A change that arrives later is noticed when the cached entry expires.
"""


class ChangedSite(NamedTuple):
    """A change as a process keeps it, apart from the session that wrote or read it."""

    id: UUID
    workspace_id: UUID
    domain_id: UUID | None


Forget = Callable[[UUID, UUID | None], None]
"""Called with a workspace, and the domain that changed; None for all of the workspace's."""


class SiteChanges:
    """The changes that one process has read. Thread-safe."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._followers: list[Forget] = []
        self._lock = Lock()
        self._checked = 0.0
        self._is_stuck = False
        self._applied_ids: frozenset[UUID] = frozenset()

    def follow(self, forget: Forget) -> None:
        """Call ``forget`` for every change, in this process or another."""
        self._followers.append(forget)

    def read_new(self) -> None:
        """Read other processes' changes, if the last time was long enough ago.

        Never raises if the database is unavailable, and never waits for long if it hangs: look-ups
        then use the cache.
        """
        age = self._app.timestamp() - self._checked
        if 0 <= age < CHECK_SECONDS:
            return
        must_wait = not (0 <= age < WAIT_SECONDS or self._is_stuck)
        if not self._lock.acquire(timeout=STUCK_SECONDS if must_wait else 0):
            self._is_stuck = self._is_stuck or must_wait
            return
        try:
            now = self._app.timestamp()
            if not 0 <= now - self._checked < CHECK_SECONDS:
                self._read()
                self._checked = now
        finally:
            self._is_stuck = False
            self._lock.release()

    def apply(self, site: ChangedSite) -> None:
        """Drop all cached data of the site that changed."""
        # A process that answers no visitors never reads, and would keep them all.
        oldest = lowest_id(self._app.now() - LOOK_BACK)
        self._applied_ids = frozenset(id_ for id_ in self._applied_ids if id_ >= oldest) | {site.id}
        for forget in self._followers:
            forget(site.workspace_id, site.domain_id)

    def _read(self) -> None:
        try:
            with self._app.database.session(read_only=True) as session:
                since = lowest_id(self._app.now() - LOOK_BACK)
                changes = [
                    ChangedSite(row.id, row.workspace_id, row.domain_id)
                    for row in queries.get_site_changes(session, since)
                ]
        except (DBAPIError, PoolTimeoutError):
            return
        for change in changes:
            if change.id not in self._applied_ids:
                self.apply(change)
        self._applied_ids &= {change.id for change in changes}


def subscribe(bus: EventBus) -> None:
    """Store the changes that visitors notice."""
    bus.subscribe(Event, _on_event)


def _on_event(ctx: Any, event: Event) -> None:
    if event.changes_site is None:
        return
    workspace_id = _workspace_id(ctx, event)
    domain_id = event.subject_id if event.changes_site == "domain" else None
    change = SiteChange(id=ctx.new_id(), workspace_id=workspace_id, domain_id=domain_id)
    ctx.session.add(change)
    changes, site = ctx.app.get(SiteChanges), ChangedSite(change.id, workspace_id, domain_id)
    ctx.after_commit(lambda: changes.apply(site))


def _workspace_id(ctx: Any, event: Event) -> UUID:
    if event.changes_site == "deleted workspace":
        # The event itself belongs to none, so that it stays.
        assert event.subject_id is not None
        return event.subject_id
    workspace_id: UUID = ctx.workspace_id
    return workspace_id
