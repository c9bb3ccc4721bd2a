"""``consent-app demo seed``: what it records when it is interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.audit import audit_events
from tests.support.commands import Run
from tests.support.factories import Site


@pytest.mark.parametrize(("batches", "changes"), [([], []), ([20], ["20"]), ([20, 40], ["40"])])
def test_an_interruption_records_what_was_added(
    run: Run,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    batches: list[int],
    changes: list[str],
) -> None:
    def interrupted(*arguments: Any) -> Iterator[int]:
        yield from batches
        raise KeyboardInterrupt

    monkeypatch.setattr("consent_app.admin.demo.seed_receipts", interrupted)
    slug = site.panel.organization["slug"]
    run("demo", "seed", "--receipts", "60", "--workspace", slug, status=1)
    events = audit_events(site.panel, event="receipts.generated")
    assert [event["detail"][0]["after"] for event in events] == changes
