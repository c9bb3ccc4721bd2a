"""The data of sites that a process caches until they change."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from contextlib import suppress
from threading import Lock
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

from consent_app.events.site_changes import SiteChanges

Key = TypeVar("Key")
Value = TypeVar("Value")


class SiteIds(NamedTuple):
    """The ids of the site that an entry is about."""

    workspace_id: UUID
    domain_id: UUID


class SiteCache(Generic[Key, Value]):
    """A cache over ``entries``, which are dropped when the site changes. Any number of threads may
    call it."""

    def __init__(
        self,
        changes: SiteChanges,
        entries: MutableMapping[Key, Value],
        site_of: Callable[[Key, Value], SiteIds],
    ) -> None:
        self._changes = changes
        self._entries = entries
        self._site_of = site_of
        self._lock = Lock()
        self._forgotten = 0
        changes.follow(self._forget)

    def get(self, key: Key) -> Value | None:
        """Return the cached value, or None. Checks for other processes' changes first."""
        self._changes.read_new()
        with self._lock:
            # Not with get, which looks twice and reads the clock three times.
            try:
                return self._entries[key]
            except KeyError:
                return None

    def load(self, key: Key, load: Callable[[], tuple[Value, bool]]) -> Value:
        """Return the cached value, or else call ``load``, which also says whether to cache its
        value."""
        value = self.get(key)
        return value if value is not None else self.refresh(key, load)

    def refresh(self, key: Key, load: Callable[[], tuple[Value, bool]]) -> Value:
        """Call ``load`` even if a value is cached, which stays if that raises an error."""
        forgotten = self._forgotten
        value, should_cache = load()
        if should_cache:
            with self._lock:
                # A value that was read before a change is not cached after it.
                if forgotten == self._forgotten:
                    # A value that would fill the whole cache is not cached.
                    with suppress(ValueError):
                        self._entries[key] = value
        return value

    def drop(self, key: Key) -> None:
        """Drop one entry, if there is one."""
        with self._lock:
            self._entries.pop(key, None)

    def _forget(self, workspace_id: UUID, domain_id: UUID | None) -> None:
        with self._lock:
            self._forgotten += 1
            for key, value in list(self._entries.items()):
                site = self._site_of(key, value)
                is_whole_workspace = domain_id is None and site.workspace_id == workspace_id
                if is_whole_workspace or site.domain_id == domain_id:
                    # An entry may expire in the meantime: that is an error, after it is deleted.
                    with suppress(KeyError):
                        del self._entries[key]
