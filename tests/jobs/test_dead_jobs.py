"""Dead jobs go in the end."""

from __future__ import annotations

from consent_app.application import Application
from consent_app.jobs import JobFailed
from consent_app.jobs.dead_jobs import DEAD_FOR, prune_dead_jobs
from tests.support.harness import MovableClock
from tests.support.job_handling import Handler, add, jobs, worker


def test_dead_jobs_are_deleted_after_a_month(
    isolated_app: Application, clock: MovableClock
) -> None:
    add(isolated_app)
    worker(isolated_app, Handler(JobFailed("no"))).run_due()
    clock.move(seconds=DEAD_FOR.total_seconds() - 1)
    prune_dead_jobs(isolated_app, {})
    assert len(jobs(isolated_app)) == 1
    clock.move(seconds=2)
    prune_dead_jobs(isolated_app, {})
    assert jobs(isolated_app) == []
