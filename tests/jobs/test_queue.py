"""The queue within one process: transactions, retries, death, periods."""

from __future__ import annotations

from datetime import timedelta

from consent_app.application import Application
from consent_app.jobs import JobFailed, RetryLater, enqueue, queries
from tests.jobs.handling import Handler, add, jobs, worker
from tests.support.harness import MovableClock


def test_a_job_runs_once_and_is_deleted(own: Application) -> None:
    handler = Handler()
    add(own)
    assert worker(own, handler).run_due() == 1
    assert handler.payloads == [{"n": 1}]
    assert jobs(own) == []


def test_a_rollback_enqueues_nothing(own: Application) -> None:
    session = own.database.session()
    enqueue(session, "test", {}, now=own.now())
    session.flush()
    session.rollback()
    session.close()
    assert jobs(own) == []


def test_a_job_waits_for_its_time(own: Application, clock: MovableClock) -> None:
    handler = Handler()
    add(own, run_at=own.now() + timedelta(minutes=5))
    assert worker(own, handler).run_due() == 0
    clock.move(minutes=5)
    assert worker(own, handler).run_due() == 1


def test_a_failure_is_tried_again_later_and_later(own: Application, clock: MovableClock) -> None:
    handler = Handler(RetryLater("greylisted"), ValueError("secret"), RetryLater("greylisted"))
    add(own)
    longest = [timedelta(seconds=5), timedelta(seconds=10), timedelta(seconds=20)]
    for attempt, whole in enumerate(longest, start=1):
        assert worker(own, handler).run_due() == 1
        (job,) = jobs(own)
        assert job.attempts == attempt
        assert job.died_at is None
        assert job.lease_id is None
        assert whole / 2 <= job.run_at - own.now() <= whole
        clock.freeze(job.run_at - timedelta(seconds=1))
        assert worker(own, handler).run_due() == 0
        clock.freeze(job.run_at)
    assert worker(own, handler).run_due() == 1
    assert jobs(own) == []


def test_an_unforeseen_error_is_kept_without_its_message(own: Application) -> None:
    add(own)
    worker(own, Handler(ValueError("the-secret"))).run_due()
    (job,) = jobs(own)
    assert job.last_error is not None
    assert job.last_error.startswith("ValueError in consent_app.jobs.worker, line ")


def test_after_the_last_attempt_a_job_is_dead_until_requeued(
    own: Application, clock: MovableClock
) -> None:
    handler = Handler(*[RetryLater("away")] * queries.MAX_ATTEMPTS)
    add(own)
    for _ in range(queries.MAX_ATTEMPTS):
        assert worker(own, handler).run_due() == 1
        clock.move(hours=5)
    assert worker(own, handler).run_due() == 0
    (job,) = jobs(own)
    assert job.died_at is not None
    assert job.last_error == "away"
    with own.database.transaction() as session:
        assert queries.requeue(session, own.now(), job.id) == 1
        assert queries.requeue(session, own.now()) == 0
    assert worker(own, handler).run_due() == 1
    assert jobs(own) == []


def test_a_permanent_failure_is_dead_at_once(own: Application) -> None:
    add(own)
    assert worker(own, Handler(JobFailed("no such mailbox"))).run_due() == 1
    (job,) = jobs(own)
    assert (job.died_at, job.attempts, job.last_error) == (own.now(), 1, "no such mailbox")


def test_a_job_that_kills_every_worker_dies(own: Application, clock: MovableClock) -> None:
    handler = Handler()
    add(own)
    for _ in range(queries.MAX_ATTEMPTS):
        with own.database.transaction() as session:
            assert queries.take(session, ["test"], own.now()) is not None
        clock.move(seconds=61)
    assert worker(own, handler).run_due() == 1
    assert handler.payloads == []
    assert jobs(own)[0].died_at is not None


def test_a_job_with_a_new_lease_is_not_ended_by_its_former_holder(
    own: Application, clock: MovableClock
) -> None:
    add(own)
    with own.database.transaction() as session:
        first = queries.take(session, ["test"], own.now())
        assert queries.take(session, ["test"], own.now()) is None
    clock.move(seconds=61)
    with own.database.transaction() as session:
        second = queries.take(session, ["test"], own.now())
    assert first is not None
    assert second is not None
    with own.database.transaction() as session:
        assert not queries.finish(session, first, own.now())
        assert not queries.fail(session, first, queries.Failure("late"), own.now())
        assert queries.finish(session, second, own.now())


def test_a_job_of_an_unknown_kind_waits_for_a_newer_worker(own: Application) -> None:
    with own.database.transaction() as session:
        enqueue(session, "of.a.later.version", {}, now=own.now())
    assert worker(own, Handler()).run_due() == 0
    assert jobs(own)[0].attempts == 0


def test_a_periodic_job_repeats_and_never_dies(own: Application, clock: MovableClock) -> None:
    handler = Handler(JobFailed("not today"))
    periods = {"test": timedelta(hours=1)}
    for _ in range(2):  # a second worker adds no second row
        with own.database.transaction() as session:
            queries.ensure_periodic(session, periods, own.now())
    works = worker(own, handler, **periods)
    assert works.run_due() == 1
    assert jobs(own)[0].last_error == "not today"
    assert works.run_due() == 0
    clock.move(hours=1)
    assert works.run_due() == 1
    (job,) = jobs(own)
    assert (job.attempts, job.last_error, job.died_at) == (0, None, None)
    assert job.run_at == own.now() + timedelta(hours=1)
    assert handler.payloads == [{}, {}]


def test_an_extra_job_of_a_periodic_kind_runs_once(own: Application) -> None:
    periods = {"test": timedelta(hours=1)}
    with own.database.transaction() as session:
        queries.ensure_periodic(session, periods, own.now())
        enqueue(session, "test", {}, now=own.now())
    assert worker(own, Handler(), **periods).run_due() == 2
    assert [job.periodic for job in jobs(own)] == ["test"]


def test_a_shortened_period_applies_immediately(own: Application) -> None:
    handler = Handler()
    with own.database.transaction() as session:
        queries.ensure_periodic(session, {"test": timedelta(days=30)}, own.now())
    worker(own, handler, test=timedelta(days=30)).run_due()
    with own.database.transaction() as session:
        queries.ensure_periodic(session, {"test": timedelta(hours=1)}, own.now())
    assert jobs(own)[0].run_at == own.now() + timedelta(hours=1)


def test_the_delay_grows_to_its_limit_and_no_further() -> None:
    assert queries.delay_after(1) <= timedelta(seconds=5)
    assert queries.delay_after(10_000) <= queries.LONGEST_DELAY
    assert queries.delay_after(10_000) >= queries.LONGEST_DELAY / 2
