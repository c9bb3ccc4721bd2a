"""What is kept in memory of a site, and what a change does to it."""

from __future__ import annotations

from typing import Any

import pytest
from cachetools import TTLCache

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.events.site_cache import SiteCache, SiteIds
from consent_app.events.site_changes import ChangedSite, SiteChanges
from tests.support.factories import Site
from tests.support.harness import MovableClock
from tests.support.visitor_data import is_address_kept, keep_nothing


def test_values_read_before_a_change_are_not_cached(
    site: Site, application: Application, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look-up that was under way while the change was committed."""
    from consent_app.recording.contexts import RecordingContexts

    load = RecordingContexts._load
    clock.freeze()

    def slow(*args: Any) -> Any:
        context = load(*args)
        monkeypatch.setattr(RecordingContexts, "_load", load)
        keep_nothing(site)
        return context

    monkeypatch.setattr(RecordingContexts, "_load", slow)
    assert is_address_kept(site)
    assert not is_address_kept(site)


def test_entries_may_expire_while_a_change_is_applied(application: Application) -> None:
    now, site = 0.0, SiteIds(new_id(), new_id())

    def site_of(key: str, value: int) -> SiteIds:
        nonlocal now
        now += 20
        return site

    changes = SiteChanges(application)
    entries: TTLCache[str, int] = TTLCache(9, ttl=30, timer=lambda: now)
    cache = SiteCache(changes, entries, site_of)
    for number, key in enumerate("abc", start=1):
        cache.load(key, lambda number=number: (number, True))  # type: ignore[misc]
    changed: list[object] = []
    changes.follow(lambda *ids: changed.append(ids))
    changes.apply(ChangedSite(new_id(), *site))
    assert changed == [site]
    now = 0.0
    assert [cache.get(key) for key in "abc"] == [None] * 3
