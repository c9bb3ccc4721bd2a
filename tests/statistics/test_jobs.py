"""The periodic jobs of statistics, and the row of a former release's job."""

from __future__ import annotations

from datetime import timedelta

import pytest

from consent_app.jobs import queries
from consent_app.jobs.worker import Worker
from consent_app.statistics import jobs
from consent_app.statistics.models import daily_counts
from tests.support.factories import Site
from tests.support.harness import Harness, MovableClock, count_rows
from tests.support.statistics import stats

FORMER_KIND = "receipts.figures"


@pytest.fixture
def harness(isolated_harness: Harness) -> Harness:
    """No other test's workspaces: the job goes through all."""
    return isolated_harness


def test_the_worker_counts_decisions_and_assesses_domains_by_them(
    harness: Harness, clock: MovableClock, site: Site
) -> None:
    site.decide(ruleId="eu", ruleVersion=1)
    clock.move(minutes=2)
    for kind, by in ((jobs.ROLL_UP, "action"), (jobs.PRESENTATIONS, "surface")):
        assert stats(site, groupBy=by)["decisions"]["total"] == 0
        harness.run_periodic_job(kind)
        assert stats(site, groupBy=by)["decisions"]["total"] == 1
    harness.run_periodic_job(jobs.VISITOR_RULES)
    rules = site.panel.get(f"/v1/domains/{site.id}/compliance").json["rules"]
    assert [(rule["id"], rule["basis"]) for rule in rules] == [("eu", "visitors")]


def test_the_worker_sums_up_days_and_deletes_counts_past_their_retention(
    harness: Harness, clock: MovableClock, site: Site
) -> None:
    def days_counted() -> int:
        return count_rows(harness.application, daily_counts, site.panel.organization["id"])

    site.panel.patch("/v1/workspace", {"retentionMonths": 13})
    site.decide()
    clock.move(days=2)
    harness.run_periodic_job(jobs.ROLL_UP)
    harness.run_periodic_job(jobs.RETENTION)
    assert days_counted() == 1
    clock.move(days=400)
    harness.run_periodic_job(jobs.RETENTION)
    assert days_counted() == 0


def test_the_row_of_the_former_name_runs_once_more_and_goes(harness: Harness) -> None:
    application, registry = harness.application, harness.wsgi.registry.jobs
    with application.database.transaction() as session:
        queries.ensure_periodic(session, {FORMER_KIND: timedelta(minutes=5)}, application.now())
    assert Worker(application, registry).run_due(FORMER_KIND) == 1
    with application.database.session(read_only=True) as session:
        remaining = [job for job in queries.get_jobs(session, 1000) if job.kind == FORMER_KIND]
    assert remaining == []
