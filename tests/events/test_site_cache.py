"""What is kept in memory of a site, and what a change does to it."""

from __future__ import annotations

from typing import Any

import pytest

from consent_app.application import Application
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
