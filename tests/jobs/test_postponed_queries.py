"""Jobs that wait longer than they should, such as after a clock was ahead."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.jobs import JobRegistry, RetryLater, enqueue, queries
from consent_app.jobs.models import Job
from consent_app.jobs.postponed_queries import BATCH, bring_forward
from consent_app.jobs.worker import Worker
from tests.support.harness import MovableClock
from tests.support.job_handling import Handler, jobs


def test_what_a_clock_that_was_ahead_postponed_is_brought_forward(
    isolated_app: Application, clock: MovableClock
) -> None:
    handler, periodic = Handler(RetryLater("later")), {"test": timedelta(minutes=5)}
    clock.freeze()
    clock.move(days=365)
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, periodic, isolated_app.now())
        enqueue(session, "failed", {}, now=isolated_app.now() - timedelta(days=365))
    registry = JobRegistry({"test": Handler(), "failed": handler, "added": Handler()}, periodic)
    Worker(isolated_app, registry).run_due()
    with isolated_app.database.transaction() as session:
        enqueue(session, "added", {}, now=isolated_app.now())
        later = isolated_app.now() + timedelta(minutes=30)
        enqueue(session, "added", {"later": True}, now=isolated_app.now(), run_at=later)
    now = clock.move(days=-365)
    for expected in (4, 0):
        with isolated_app.database.transaction() as session:
            assert bring_forward(session, periodic, now) == expected
    waits = sorted((job.kind, job.run_at - now) for job in jobs(isolated_app))
    half_an_hour = timedelta(minutes=30)
    assert waits == [
        *(("added", timedelta(0)), ("added", half_an_hour), ("failed", timedelta(0))),
        ("test", timedelta(minutes=5)),
    ]


def test_jobs_that_wait_as_they_should_are_not_brought_forward(
    isolated_app: Application, clock: MovableClock
) -> None:
    now, periodic = clock.freeze(), {"test": timedelta(days=1)}
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, periodic, now)
        enqueue(session, "later", {}, now=now, run_at=now + timedelta(days=3))
        enqueue(session, "failed", {}, now=now)
        # Another machine's clock is a little ahead.
        enqueue(session, "ahead", {}, now=now + timedelta(seconds=30))
    handlers: dict[str, Any] = {"test": Handler(), "failed": Handler(RetryLater("later"))}
    Worker(isolated_app, JobRegistry(handlers, periodic)).run_due()
    with isolated_app.database.transaction() as session:
        assert bring_forward(session, periodic, now) == 0


def test_a_periodic_job_that_failed_while_a_clock_was_ahead_is_tried_again(
    isolated_app: Application, clock: MovableClock
) -> None:
    periodic = {"test": timedelta(days=1)}
    clock.freeze()
    clock.move(hours=6)
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, periodic, isolated_app.now())
    registry = JobRegistry({"test": Handler(RetryLater("the clock"))}, periodic)
    Worker(isolated_app, registry).run_due()
    now = clock.move(hours=-6)
    with isolated_app.database.transaction() as session:
        assert bring_forward(session, periodic, now) == 1
    assert jobs(isolated_app)[0].run_at == now


def test_a_clock_that_is_a_little_ahead_postpones_no_periodic_job(
    isolated_app: Application, clock: MovableClock
) -> None:
    periodic = {"test": timedelta(minutes=5)}
    now = clock.freeze()
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, periodic, now)
    clock.move(seconds=1)
    Worker(isolated_app, JobRegistry({"test": Handler()}, periodic)).run_due()
    with isolated_app.database.transaction() as session:
        assert bring_forward(session, periodic, now) == 0


def test_many_jobs_that_wait_for_another_attempt_hide_no_postponed_one(
    isolated_app: Application,
) -> None:
    now = isolated_app.now()
    in_hours = now + timedelta(hours=3)
    waiting = {"kind": "failed", "payload": {}, "created_at": now, "attempts": 14}
    with isolated_app.database.transaction() as session:
        session.add_all(Job(id=new_id(), run_at=in_hours, **waiting) for _ in range(BATCH))
        enqueue(session, "added", {}, now=now + timedelta(hours=2))
        assert bring_forward(session, {}, now) == 1
