"""The periodic jobs of statistics, and the row of a former release's job."""

from __future__ import annotations

from datetime import timedelta

from consent_app.jobs import queries
from consent_app.jobs.worker import Worker
from consent_app.statistics import jobs
from tests.support.harness import Harness

FORMER_KIND = "receipts.figures"


def test_the_workers_roll_up_and_apply_the_retention(harness: Harness) -> None:
    registry = harness.wsgi.registry.jobs
    kinds = {jobs.ROLL_UP, jobs.PRESENTATIONS, jobs.FOLLOW, jobs.RETENTION}
    assert kinds <= registry.handlers.keys()
    assert kinds <= registry.periodic.keys()


def test_the_row_of_the_former_name_runs_once_more_and_goes(harness: Harness) -> None:
    application, registry = harness.application, harness.wsgi.registry.jobs
    with application.database.transaction() as session:
        queries.ensure_periodic(session, {FORMER_KIND: timedelta(minutes=5)}, application.now())
    assert Worker(application, registry).run_due(FORMER_KIND) == 1
    with application.database.session(read_only=True) as session:
        remaining = [job for job in queries.get_jobs(session, 1000) if job.kind == FORMER_KIND]
    assert remaining == []
