"""The worker applies the retention of each workspace."""

from __future__ import annotations

import pytest

from consent_app.retention import jobs
from tests.support.factories import make_panel, make_site
from tests.support.harness import Harness, MovableClock


@pytest.fixture
def harness(isolated_harness: Harness) -> Harness:
    """No other test's workspaces: the job goes through all."""
    return isolated_harness


def test_the_worker_deletes_receipts_past_their_retention(
    harness: Harness, clock: MovableClock
) -> None:
    site = make_site(make_panel(harness.client(), clock()))
    site.panel.patch("/v1/workspace", {"retentionMonths": 13})
    site.decide()
    clock.move(days=400)
    recent = site.decide().json["id"]
    harness.run_periodic_job(jobs.RETENTION)
    assert [receipt["id"] for receipt in site.receipts()] == [recent]
