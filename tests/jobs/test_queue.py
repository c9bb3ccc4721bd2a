"""The queue within one process: transactions, retries, death, periods."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, select, text

from consent_app.application import Application, utc_now
from consent_app.jobs import JobFailed, JobRegistry, RetryLater, delay_after, enqueue, queries
from consent_app.jobs import worker as worker_module
from consent_app.jobs.models import Job
from consent_app.jobs.postponed_queries import bring_forward
from consent_app.jobs.worker import Worker
from tests.support.harness import MovableClock
from tests.support.job_handling import Handler, add, jobs, worker


def test_a_job_runs_once_and_is_deleted(isolated_app: Application) -> None:
    handler = Handler()
    add(isolated_app)
    assert worker(isolated_app, handler).run_due() == 1
    assert handler.payloads == [{"n": 1}]
    assert jobs(isolated_app) == []


def test_a_rollback_enqueues_nothing(isolated_app: Application) -> None:
    session = isolated_app.database.session()
    enqueue(session, "test", {}, now=isolated_app.now())
    session.flush()
    session.rollback()
    session.close()
    assert jobs(isolated_app) == []


def test_a_job_waits_for_its_time(isolated_app: Application, clock: MovableClock) -> None:
    handler = Handler()
    add(isolated_app, run_at=isolated_app.now() + timedelta(minutes=5))
    assert worker(isolated_app, handler).run_due() == 0
    clock.move(minutes=5)
    assert worker(isolated_app, handler).run_due() == 1


def test_a_failure_is_tried_again_later_and_later(
    isolated_app: Application, clock: MovableClock
) -> None:
    handler = Handler(RetryLater("greylisted"), ValueError("secret"), RetryLater("greylisted"))
    add(isolated_app)
    longest = [timedelta(seconds=5), timedelta(seconds=10), timedelta(seconds=20)]
    for attempt, whole in enumerate(longest, start=1):
        assert worker(isolated_app, handler).run_due() == 1
        (job,) = jobs(isolated_app)
        assert job.attempts == attempt
        assert job.died_at is None
        assert job.lease_id is None
        assert whole / 2 <= job.run_at - isolated_app.now() <= whole
        with isolated_app.database.session() as session:
            assert queries.count_jobs(session, isolated_app.now()) == (0, None, 1, 0)
        clock.freeze(job.run_at - timedelta(seconds=1))
        assert worker(isolated_app, handler).run_due() == 0
        clock.freeze(job.run_at)
    assert worker(isolated_app, handler).run_due() == 1
    assert jobs(isolated_app) == []


def test_an_unforeseen_error_is_kept_without_its_message(
    isolated_app: Application, caplog: pytest.LogCaptureFixture
) -> None:
    add(isolated_app)
    worker(isolated_app, Handler(ValueError("the-secret"))).run_due()
    assert "ValueError in consent_app.jobs.worker, line " in caplog.text
    assert "the-secret" not in caplog.text
    (job,) = jobs(isolated_app)
    assert job.last_error is not None
    assert job.last_error.startswith("ValueError in consent_app.jobs.worker, line ")


def test_after_the_last_attempt_a_job_is_dead_until_requeued(
    isolated_app: Application, clock: MovableClock
) -> None:
    handler = Handler(*[RetryLater("away")] * queries.MAX_ATTEMPTS)
    add(isolated_app)
    for _ in range(queries.MAX_ATTEMPTS):
        assert worker(isolated_app, handler).run_due() == 1
        clock.move(hours=5)
    assert worker(isolated_app, handler).run_due() == 0
    (job,) = jobs(isolated_app)
    assert job.died_at is not None
    assert job.last_error == "away"
    with isolated_app.database.transaction() as session:
        assert queries.requeue_job(session, job.id, isolated_app.now()) == 1
        assert queries.requeue_dead_jobs(session, isolated_app.now()) == 0
    assert worker(isolated_app, handler).run_due() == 1
    assert jobs(isolated_app) == []


def test_of_several_dead_jobs_the_named_one_is_requeued(isolated_app: Application) -> None:
    for _ in range(2):
        add(isolated_app)
    worker(isolated_app, Handler(JobFailed("no"), JobFailed("no"))).run_due()
    job, _ = jobs(isolated_app)
    with isolated_app.database.transaction() as session:
        assert queries.requeue_job(session, job.id, isolated_app.now()) == 1
        assert queries.requeue_dead_jobs(session, isolated_app.now()) == 1


def test_only_a_job_that_failed_and_waits_is_requeued_before_its_time(
    isolated_app: Application, clock: MovableClock
) -> None:
    now = isolated_app.now()
    add(isolated_app, run_at=now + timedelta(minutes=5))
    with isolated_app.database.transaction() as session:
        assert queries.requeue_waiting_jobs(session, now) == 0
    clock.move(minutes=5)
    worker(isolated_app, Handler(RetryLater("greylisted"))).run_due()
    with isolated_app.database.transaction() as session:
        assert queries.requeue_waiting_jobs(session, isolated_app.now()) == 1
        # It is due now.
        assert queries.requeue_waiting_jobs(session, isolated_app.now()) == 0
        job = queries.take(session, ["test"], isolated_app.now())
        assert job is not None
        # Its last error is of the attempt before.
        assert queries.requeue_job(session, job.id, isolated_app.now()) == 0
    (row,) = jobs(isolated_app)
    assert (row.attempts, row.lease_id) == (1, job.lease_id)


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_job_that_a_worker_is_taking_is_not_waited_for(isolated_app: Application) -> None:
    add(isolated_app)
    worker(isolated_app, Handler(JobFailed("no"))).run_due()
    (job,) = jobs(isolated_app)
    database = isolated_app.database
    with database.transaction() as taking, database.transaction() as session:
        taking.execute(select(Job.id).with_for_update())
        assert queries.requeue_job(session, job.id, isolated_app.now()) == 0


def test_a_permanent_failure_is_dead_at_once(isolated_app: Application) -> None:
    add(isolated_app)
    assert worker(isolated_app, Handler(JobFailed("no such mailbox"))).run_due() == 1
    (job,) = jobs(isolated_app)
    assert (job.died_at, job.attempts, job.last_error) == (isolated_app.now(), 1, "no such mailbox")


def test_a_job_that_kills_every_worker_dies(isolated_app: Application, clock: MovableClock) -> None:
    handler = Handler()
    add(isolated_app)
    for _ in range(queries.MAX_ATTEMPTS):
        with isolated_app.database.transaction() as session:
            assert queries.take(session, ["test"], isolated_app.now()) is not None
        clock.move(seconds=61)
    assert worker(isolated_app, handler).run_due() == 1
    assert handler.payloads == []
    assert jobs(isolated_app)[0].died_at is not None


def test_a_job_with_a_new_lease_is_not_ended_by_its_former_holder(
    isolated_app: Application, clock: MovableClock
) -> None:
    add(isolated_app)
    with isolated_app.database.transaction() as session:
        first = queries.take(session, ["test"], isolated_app.now())
        assert queries.take(session, ["test"], isolated_app.now()) is None
    clock.move(seconds=61)
    with isolated_app.database.transaction() as session:
        second = queries.take(session, ["test"], isolated_app.now())
    assert first is not None
    assert second is not None
    with isolated_app.database.transaction() as session:
        assert not queries.finish(session, first, isolated_app.now())
        assert not queries.fail(session, first, queries.Failure("late"), isolated_app.now())
        assert queries.finish(session, second, isolated_app.now())


def test_a_job_of_an_unknown_kind_waits_for_a_newer_worker(isolated_app: Application) -> None:
    with isolated_app.database.transaction() as session:
        enqueue(session, "of.a.later.version", {}, now=isolated_app.now())
    assert worker(isolated_app, Handler()).run_due() == 0
    assert jobs(isolated_app)[0].attempts == 0


def test_a_periodic_job_repeats_and_never_dies(
    isolated_app: Application, clock: MovableClock
) -> None:
    handler = Handler(JobFailed("not today"))
    periods = {"test": timedelta(hours=1)}
    for _ in range(2):  # a second worker adds no second row
        with isolated_app.database.transaction() as session:
            queries.ensure_periodic(session, periods, isolated_app.now())
    works = worker(isolated_app, handler, **periods)
    assert works.run_due() == 1
    assert jobs(isolated_app)[0].last_error == "not today"
    assert works.run_due() == 0
    clock.move(hours=1)
    assert works.run_due() == 1
    (job,) = jobs(isolated_app)
    assert (job.attempts, job.last_error, job.died_at) == (0, None, None)
    assert job.run_at == isolated_app.now() + timedelta(hours=1)
    assert handler.payloads == [{}, {}]


def test_a_periodic_job_that_fails_waits_no_longer_than_its_period(
    isolated_app: Application, clock: MovableClock
) -> None:
    # An outage of half an hour must not stop what runs every minute for hours.
    periods = {"test": timedelta(minutes=1)}
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, periods, isolated_app.now())
    works = worker(isolated_app, Handler(*[RetryLater("outage")] * 12), **periods)
    for attempts in range(1, 13):
        assert works.run_due() == 1
        (job,) = jobs(isolated_app)
        assert job.attempts == attempts
        assert job.run_at <= isolated_app.now() + timedelta(minutes=1)
        clock.move(minutes=1)
    assert works.run_due() == 1
    assert jobs(isolated_app)[0].last_error is None


def test_an_extra_job_of_a_periodic_kind_runs_once(isolated_app: Application) -> None:
    periods = {"test": timedelta(hours=1)}
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, periods, isolated_app.now())
        enqueue(session, "test", {}, now=isolated_app.now())
    assert worker(isolated_app, Handler(), **periods).run_due() == 2
    assert [job.periodic for job in jobs(isolated_app)] == ["test"]


def test_a_shortened_period_applies_immediately(isolated_app: Application) -> None:
    handler = Handler()
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, {"test": timedelta(days=30)}, isolated_app.now())
    worker(isolated_app, handler, test=timedelta(days=30)).run_due()
    with isolated_app.database.transaction() as session:
        bring_forward(session, {"test": timedelta(hours=1)}, isolated_app.now())
    assert jobs(isolated_app)[0].run_at == isolated_app.now() + timedelta(hours=1)


@pytest.mark.parametrize("minutes", [-6, 6, 4])
def test_a_periodic_job_waits_while_the_clock_is_far_from_the_databases(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch, minutes: int
) -> None:
    handler, period = Handler(), timedelta(days=1)
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, {"test": period}, isolated_app.now())
    add(isolated_app)
    with monkeypatch.context() as wrong:
        right, difference = isolated_app.clock, timedelta(minutes=minutes)
        wrong.setattr(worker_module, "utc_now", lambda: utc_now() + difference)
        if isolated_app.database.dialect == "postgresql":
            wrong.setattr(isolated_app, "clock", lambda: right() + difference)
        assert worker(isolated_app, handler, test=period).run_due() == 2
    (periodic,) = jobs(isolated_app)
    if isolated_app.database.dialect == "sqlite" or minutes == 4:
        assert len(handler.payloads) == 2
    else:
        assert handler.payloads == [{"n": 1}]
        assert periodic.run_at < isolated_app.now() + timedelta(minutes=1)
        where = "ahead of" if minutes > 0 else "behind"
        assert f"360 s {where} PostgreSQL's" in (periodic.last_error or "")


def test_a_periodic_job_is_tried_again_soon_however_long_the_clock_was_wrong(
    isolated_app: Application, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isolated_app.database.dialect == "sqlite":
        return  # It has no clock of its own.
    periodic = {"test": timedelta(days=1)}
    with isolated_app.database.transaction() as session:
        queries.ensure_periodic(session, periodic, isolated_app.now())
    ahead = timedelta(minutes=6)
    monkeypatch.setattr(worker_module, "utc_now", lambda: utc_now() + ahead)
    now = clock.freeze()
    monkeypatch.setattr(isolated_app, "clock", lambda: clock() + ahead)
    for _ in range(queries.MAX_ATTEMPTS + 1):
        assert worker(isolated_app, Handler(), test=periodic["test"]).run_due() == 1
        (job,) = jobs(isolated_app)
        assert timedelta(0) < job.run_at - now <= timedelta(minutes=6)
        now = clock.move(minutes=6)


def test_the_delay_grows_to_its_limit_and_no_further() -> None:
    assert delay_after(1) <= timedelta(seconds=5)
    assert delay_after(10_000) <= queries.LONGEST_DELAY
    assert delay_after(10_000) >= queries.LONGEST_DELAY / 2


@pytest.mark.parametrize("is_periodic", [True, False])
def test_a_job_does_not_wait_for_long_or_patient_ones(
    isolated_app: Application, is_periodic: bool
) -> None:
    """Such as a link that resets a password while old receipts are deleted, or while thousands of
    notifications are mailed."""
    stop, sent, long_ones = threading.Event(), threading.Event(), threading.Semaphore(0)

    def take_long(app: Application, payload: dict[str, Any]) -> None:
        long_ones.release()
        stop.wait(60)

    kinds = {f"test.long_{number}": take_long for number in range(3)}
    registry = JobRegistry({**kinds, "test": lambda app, payload: sent.set()})
    if is_periodic:
        registry.periodic.update(dict.fromkeys(kinds, timedelta(days=1)))
    else:
        registry.patient.update(kinds)
        with isolated_app.database.transaction() as session:
            for kind in kinds:
                enqueue(session, kind, {}, now=isolated_app.now())
    running = threading.Thread(
        target=Worker(isolated_app, registry).run, args=(stop,), kwargs={"threads": 3}
    )
    running.start()
    try:
        # Those that may run do.
        assert long_ones.acquire(timeout=30)
        assert long_ones.acquire(timeout=30)
        add(isolated_app)
        assert sent.wait(30)
    finally:
        stop.set()
        running.join()


def test_renewing_a_lease_reads_no_other_jobs(isolated_app: Application) -> None:
    """Of which thousands wait while a mail server is unavailable."""
    plans: list[str] = []

    def explain(_: Any, cursor: Any, statement: str, parameters: Any, *__: Any) -> None:
        if statement.startswith("UPDATE jobs"):
            word = "EXPLAIN QUERY PLAN" if dialect == "sqlite" else "EXPLAIN"
            cursor.execute(f"{word} {statement}", parameters)
            plans.append(str(cursor.fetchall()))

    add(isolated_app)
    with isolated_app.database.transaction() as session:
        dialect = isolated_app.database.dialect
        if dialect == "postgresql":
            # A small table would be read as a whole.
            session.execute(text("SET LOCAL enable_seqscan = off"))
        taken = queries.take(session, ("test",), isolated_app.now())
        assert taken is not None
        event.listen(session.connection(), "before_cursor_execute", explain)
        later = isolated_app.now() + timedelta(minutes=1)
        queries.renew(session, {taken.lease_id: taken.id}, later)
    (job,) = jobs(isolated_app)
    assert job.run_at == later + queries.LEASE
    assert "scan on jobs" not in plans[0].lower()
    assert "scan jobs" not in plans[0].lower()
