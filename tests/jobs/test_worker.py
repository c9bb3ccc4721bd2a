"""Real worker processes: they share the work, and a killed one loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, func, select, text
from sqlalchemy.orm import Session

from consent_app.application import Application, utc_now
from consent_app.jobs import JobRegistry, RetryLater, enqueue, queries
from consent_app.jobs import worker as module
from consent_app.jobs.models import Job
from consent_app.jobs.queries import ensure_periodic, take
from consent_app.jobs.worker import Worker
from tests.support.processes import end_with_parent
from tests.support.waiting import PATIENCE_SECONDS, until
from tests.support.warm_process import WarmProcess

WORKER = (sys.executable, "-m", "tests.support.worker_process")
Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def isolated_app(isolated_app: Application) -> Application:
    """An application with the clock of the other processes: its jobs are due at once."""
    isolated_app.clock = utc_now
    return isolated_app


@pytest.fixture
def start(isolated_app: Application, project: Path, tmp_path: Path) -> Iterator[Start]:
    """Starts workers, and ends those that are left."""
    started: list[subprocess.Popen[bytes]] = []

    def start(lease: float = 60) -> subprocess.Popen[bytes]:
        settings = isolated_app.settings
        arguments = [settings.database_url, str(settings.var_dir), str(tmp_path / "marks")]
        process = WarmProcess[bytes](
            [*WORKER, *arguments, str(lease)],
            cwd=project,
            preexec_fn=end_with_parent,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def fork(isolated_app: Application, project: Path, tmp_path: Path) -> Iterator[Callable[[], int]]:
    """Forks workers with leases of a second; gives their process ids."""
    settings = isolated_app.settings
    arguments = [settings.database_url, str(settings.var_dir), str(tmp_path / "marks"), "1"]
    with WarmProcess[str](
        [*WORKER, *arguments, "fork"],
        cwd=project,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=end_with_parent,
    ) as process:

        def fork() -> int:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("\n")
            process.stdin.flush()
            return int(process.stdout.readline())

        yield fork
        # Its last worker ends with it.
        process.kill()


def add(application: Application, count: int, seconds: float = 0) -> None:
    with application.database.transaction() as session:
        for number in range(count):
            payload = {"number": number, "seconds": seconds}
            enqueue(session, "test.mark", payload, now=application.now())


def remaining_jobs(application: Application) -> int:
    with application.database.session(read_only=True) as session:
        return session.scalar(select(func.count()).select_from(Job)) or 0


def wait_until_empty(application: Application) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while remaining_jobs(application):
        assert time.monotonic() < deadline, f"{remaining_jobs(application)} jobs left"
        time.sleep(0.05)


def marks(tmp_path: Path) -> Counter[int]:
    return Counter(int(line) for line in (tmp_path / "marks").read_text().split())


def test_two_workers_share_the_work_and_do_nothing_twice(
    isolated_app: Application, start: Start, tmp_path: Path
) -> None:
    add(isolated_app, 200)
    start()
    start()
    wait_until_empty(isolated_app)
    assert marks(tmp_path) == Counter(range(200))


def test_a_worker_killed_twenty_times_during_a_thousand_jobs_loses_none(
    isolated_app: Application, fork: Callable[[], int], tmp_path: Path
) -> None:
    add(isolated_app, 1000)
    for number in range(20):
        worker = fork()
        # From its first jobs on to those in full swing: each at another point.
        goal = remaining_jobs(isolated_app) - 1 - number * 2
        while remaining_jobs(isolated_app) > goal:
            time.sleep(0.002)
        os.kill(worker, signal.SIGKILL)
    assert remaining_jobs(isolated_app), "the jobs were done before the last worker was killed"
    fork()
    wait_until_empty(isolated_app)
    finished = marks(tmp_path)
    assert set(finished) == set(range(1000))
    # At most what a worker's two threads had in hand when it was killed is done a second time.
    assert sum(finished.values()) <= 1000 + 20 * 2


def test_sigterm_lets_the_jobs_in_hand_end(
    isolated_app: Application, start: Start, tmp_path: Path
) -> None:
    add(isolated_app, 6, seconds=2)
    worker = start()
    until(lambda: attempted(isolated_app))
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(timeout=60) == 0
    finished = marks(tmp_path)
    assert 1 <= sum(finished.values()) <= 2
    assert remaining_jobs(isolated_app) == 6 - sum(finished.values())
    assert not attempted(isolated_app)


def attempted(application: Application) -> bool:
    with application.database.session(read_only=True) as session:
        return session.scalar(select(Job.id).where(Job.attempts > 0).limit(1)) is not None


def test_a_database_outage_loses_no_job(
    start: Start, isolated_app: Application, tmp_path: Path
) -> None:
    add(isolated_app, 100, seconds=0.03)
    start(lease=2)
    for _ in range(3):
        before = remaining_jobs(isolated_app)
        while remaining_jobs(isolated_app) > max(before - 10, 0):
            time.sleep(0.01)
        interrupt(isolated_app)
    wait_until_empty(isolated_app)
    finished = marks(tmp_path)
    assert set(finished) == set(range(100))
    # A job whose end could not be stored may run again, but no other job.
    assert sum(finished.values()) <= 100 + 3 * 2


def interrupt(application: Application) -> None:
    """Break every other connection to the database; where there are none, block all writing."""
    with application.database.transaction() as session:
        if application.database.dialect == "postgresql":
            session.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            )
        else:
            time.sleep(1)


def test_a_long_job_keeps_its_lease(
    isolated_app: Application, start: Start, tmp_path: Path
) -> None:
    # A busy machine may keep a worker from renewing its lease for a moment.
    add(isolated_app, 1, seconds=5)
    start(lease=2)
    start(lease=2)
    wait_until_empty(isolated_app)
    assert marks(tmp_path) == Counter([0])


def test_a_long_job_sees_that_its_worker_is_to_end(isolated_app: Application) -> None:
    started, stop = threading.Event(), threading.Event()
    waited: list[bool] = []

    def wait(app: Application, payload: dict[str, Any]) -> None:
        started.set()
        waited.append(app.ending.wait(20))

    with isolated_app.database.transaction() as session:
        enqueue(session, "test.wait", {}, now=isolated_app.now())
    worker = Worker(isolated_app, JobRegistry({"test.wait": wait}))
    thread = threading.Thread(target=worker.run, args=(stop,), kwargs={"threads": 1})
    thread.start()
    assert started.wait(20)
    stop.set()
    thread.join(10)
    assert waited == [True]
    assert not remaining_jobs(isolated_app)


def test_a_running_worker_brings_forward_what_a_clock_that_was_ahead_added(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CLOCK_SECONDS", 0)
    ran, stop = threading.Event(), threading.Event()
    registry = JobRegistry({"test.late": lambda app, payload: ran.set()})
    worker = Worker(isolated_app, registry, lease=timedelta(seconds=1))
    thread = threading.Thread(target=worker.run, args=(stop,), kwargs={"threads": 1})
    thread.start()
    # After it has started: a worker also looks when it starts.
    time.sleep(0.5)
    with isolated_app.database.transaction() as session:
        enqueue(session, "test.late", {}, now=isolated_app.now() + timedelta(days=1))
    was_run = ran.wait(10)
    stop.set()
    thread.join(10)
    assert was_run


def test_a_running_worker_adds_the_periodic_jobs_that_an_import_has_deleted(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "CLOCK_SECONDS", 0)
    ran, stop = threading.Semaphore(0), threading.Event()
    periodic = {"test.periodic": timedelta(days=1)}
    registry = JobRegistry({"test.periodic": lambda app, payload: ran.release()}, periodic)
    worker = Worker(isolated_app, registry, lease=timedelta(seconds=1))
    thread = threading.Thread(target=worker.run, args=(stop,), kwargs={"threads": 1})
    thread.start()
    ran_at_start = ran.acquire(timeout=10)
    with isolated_app.database.transaction() as session:
        session.execute(delete(Job))
    ran_again = ran.acquire(timeout=10)
    stop.set()
    thread.join(10)
    assert ran_at_start
    assert ran_again


@pytest.mark.parametrize("is_ahead", [True, False])
def test_a_worker_whose_clock_is_ahead_takes_no_job_that_another_is_running(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch, is_ahead: bool
) -> None:
    if isolated_app.database.dialect == "sqlite":
        return  # All processes are on one machine, with one clock.
    with isolated_app.database.transaction() as session:
        enqueue(session, "test.long", {}, now=utc_now())
        assert take(session, ["test.long"], utc_now()) is not None
        enqueue(session, "test.free", {}, now=utc_now())
    seconds = 200 if is_ahead else -200
    isolated_app.clock = lambda: utc_now() + timedelta(seconds=seconds)
    monkeypatch.setattr(module, "utc_now", isolated_app.clock)
    taken: list[str] = []
    stop, done = threading.Event(), threading.Event()
    registry = JobRegistry(
        {
            "test.long": lambda app, payload: taken.append("test.long"),
            "test.free": lambda app, payload: done.set(),
        }
    )
    worker = Worker(isolated_app, registry)
    thread = threading.Thread(target=worker.run, args=(stop,), kwargs={"threads": 1})
    thread.start()
    was_done = done.wait(10)
    time.sleep(2)
    stop.set()
    thread.join(10)
    assert was_done
    assert not taken


def test_a_slow_answer_is_not_taken_for_a_difference_of_clocks(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isolated_app.database.dialect == "sqlite":
        return  # It has no clock of its own.
    # It stands still: on a busy machine the lease would end by itself.
    now = utc_now()
    isolated_app.clock = lambda: now
    with isolated_app.database.transaction() as session:
        enqueue(session, "test.long", {}, now=now)
        assert take(session, ["test.long"], now, timedelta(seconds=1)) is not None
    answer, sessions = queries.get_database_time, list[Session]()

    def hang_at_first(session: Session) -> datetime:
        if session not in sessions:
            sessions.append(session)
            time.sleep(1.5)
        return answer(session)

    monkeypatch.setattr(queries, "get_database_time", hang_at_first)
    taken: list[str] = []
    registry = JobRegistry({"test.long": lambda app, payload: taken.append("test.long")})
    Worker(isolated_app, registry).run_due()
    assert sessions
    assert not taken


def test_a_worker_keeps_its_job_while_its_clock_is_corrected(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isolated_app.database.dialect == "sqlite":
        return  # It has no clock of its own.
    ahead = timedelta(minutes=10)
    isolated_app.clock = lambda: utc_now() + ahead
    monkeypatch.setattr(module, "utc_now", isolated_app.clock)
    with isolated_app.database.transaction() as session:
        enqueue(session, "test.long", {}, now=utc_now())
    started, stop, finish = threading.Event(), threading.Event(), threading.Event()

    def wait(app: Application, payload: dict[str, Any]) -> None:
        started.set()
        finish.wait(20)

    worker = Worker(isolated_app, JobRegistry({"test.long": wait}), lease=timedelta(seconds=6))
    thread = threading.Thread(target=worker.run, args=(stop,), kwargs={"threads": 1})
    thread.start()
    try:
        assert started.wait(10)
        isolated_app.clock = utc_now
        monkeypatch.setattr(module, "utc_now", utc_now)
        time.sleep(3)
        with isolated_app.database.transaction() as session:
            assert take(session, ["test.long"], utc_now()) is None
    finally:
        finish.set()
        stop.set()
        thread.join(10)


@pytest.mark.parametrize("seconds", [30, 240])
def test_new_jobs_do_not_wait_because_the_clock_of_their_machine_is_ahead(
    isolated_app: Application, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    if isolated_app.database.dialect == "sqlite":
        return  # It has no clock of its own.
    isolated_app.clock = lambda: utc_now() + timedelta(seconds=seconds)
    monkeypatch.setattr(module, "utc_now", isolated_app.clock)
    taken: list[str] = []

    def fail(app: Application, payload: dict[str, Any]) -> None:
        taken.append("failed")
        raise RetryLater("later")

    registry = JobRegistry(
        {"test.failed": fail, "test.periodic": lambda app, payload: taken.append("periodic")},
        {"test.periodic": timedelta(seconds=20)},
    )
    with isolated_app.database.transaction() as session:
        enqueue(session, "test.failed", {}, now=isolated_app.now())
        ensure_periodic(session, registry.periodic, utc_now())
    Worker(isolated_app, registry).run_due()
    # What failed waits all the same, and so does a periodic job.
    assert sorted(taken) == ["failed", "periodic"]
