"""The worker: takes one job after the other, in a few threads, until it is stopped.

Any number of workers may run on any number of machines. A killed worker loses no job: its jobs are
due again once their leases expire.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from consent_app.application import Application, utc_now
from consent_app.db.explanations import describe_database_error
from consent_app.jobs import queries
from consent_app.jobs.postponed_queries import bring_forward
from consent_app.jobs.queries import Failure, TakenJob
from consent_app.jobs.registry import JobFailed, JobRegistry, RetryLater, location_of

log = logging.getLogger(__name__)

POLL_SECONDS = 1.0
OUTAGE_SECONDS = 5.0
SAME_TIME = timedelta(seconds=1)
"""A difference of clocks that is ignored: asking for the time takes some, too. An answer that took
longer tells nothing."""
MAX_CLOCK_DIFFERENCE = timedelta(minutes=5)
"""How far this machine's clock may be from PostgreSQL's for periodic jobs to run. With a wrong
clock they could delete for good what is to be kept."""
LONGEST_WAIT = timedelta(minutes=5)
"""How long they wait at most until they are tried again."""
CLOCK_SECONDS = 60.0
"""How often the worker looks for jobs that a clock that was ahead has postponed, and for periodic
jobs that are missing."""


class Worker:
    """Runs the jobs of one process."""

    def __init__(
        self, app: Application, registry: JobRegistry, *, lease: timedelta = queries.LEASE
    ) -> None:
        self._app = app
        self._registry = registry
        self._lease = lease
        self._leases: dict[UUID, UUID] = {}
        self._difference = timedelta(0)
        self._lock = threading.Lock()

    def run(self, stop: threading.Event, *, threads: int = 4) -> None:
        """Work until ``stop`` is set and the running jobs are finished."""
        self._app.ending = stop
        while not stop.is_set() and not self._prepare():
            stop.wait(OUTAGE_SECONDS)
        finished = threading.Event()
        renewer = threading.Thread(target=self._renew_until, args=(finished,), name="leases")
        renewer.start()
        workers = [
            threading.Thread(target=self._work_until, args=(stop, kinds), name=f"jobs-{number}")
            for number, kinds in enumerate(self._kinds_of(threads))
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        finished.set()
        renewer.join()

    def run_due(self, *kinds: str) -> int:
        """Run in this thread all due jobs (of ``kinds``, or of any). Return how many."""
        self._compare_clocks()
        count = 0
        while (job := self._take(kinds or self._registry.handlers.keys())) is not None:
            self._run(job)
            count += 1
        return count

    def _prepare(self) -> bool:
        try:
            self._tend_queue()
        except SQLAlchemyError as error:
            self._log_error(error)
            return False
        return True

    def _kinds_of(self, threads: int) -> list[tuple[str, ...]]:
        """Return the kinds of jobs that each thread takes.

        Periodic jobs may take minutes, and thousands of notification emails may be due at the same
        time. One of several threads takes none of them, so that other emails do not wait.
        """
        kinds = tuple(self._registry.handlers)
        return [kinds] * (threads - 1) + [self._registry.prompt if threads > 1 else kinds]

    def _work_until(self, stop: threading.Event, kinds: Collection[str]) -> None:
        while not stop.is_set():
            try:
                job = self._take(kinds)
                if job is not None:
                    self._run(job)
                    continue
                # A random delay, so that idle workers do not all query at the same time.
                pause = POLL_SECONDS * random.uniform(0.75, 1.25)  # noqa: S311
            except SQLAlchemyError as error:
                self._log_error(error)
                pause = OUTAGE_SECONDS
            except Exception:
                # The thread continues after any error, because nobody would notice that it ended.
                log.exception("A worker's thread failed")
                pause = OUTAGE_SECONDS
            stop.wait(pause)

    def _take(self, kinds: Collection[str]) -> TakenJob | None:
        database = self._app.database
        with database.session(read_only=True) as session:
            if not queries.any_due(session, kinds, self._now(), self._ahead()):
                return None
        # A lease from before a clock was corrected might be over at once.
        self._compare_clocks()
        with database.transaction() as session:
            return queries.take(session, kinds, self._now(), self._lease, self._ahead())

    def _run(self, job: TakenJob) -> None:
        period = self._registry.periodic.get(job.kind) if job.periodic is not None else None
        started = time.monotonic()
        with self._lock:
            self._leases[job.lease_id] = job.id
        try:
            with self._app.traces.job(job.kind) as span:
                failure = self._call(job)
                if failure is not None:
                    span.fail()
            if failure is None:
                self._close_attempt(lambda s: queries.finish(s, job, self._now(), period))
            else:
                if period is not None and self._is_clock_wrong():
                    period = min(period, LONGEST_WAIT)
                self._close_attempt(lambda s: queries.fail(s, job, failure, self._now(), period))
        finally:
            with self._lock:
                self._leases.pop(job.lease_id, None)
        seconds = time.monotonic() - started
        outcome = "done" if failure is None else "failed"
        self._app.metrics.job(job.kind, outcome, seconds)
        log.info("%s %s attempt %d %s in %.3f s", job.kind, job.id, job.attempts, outcome, seconds)

    def _call(self, job: TakenJob) -> Failure | None:
        """Return why the handler failed; None if it did not."""
        if job.attempts > queries.MAX_ATTEMPTS:
            return Failure("Its worker was killed during every attempt.", for_good=True)
        try:
            if job.periodic is not None:
                self._check_clock()
            self._registry.handlers[job.kind](self._app, job.payload)
        except RetryLater as error:
            log.warning("%s %s: %s", job.kind, job.id, error.reason)
            return Failure(error.reason, for_good=isinstance(error, JobFailed))
        except Exception as error:
            # The message of an unexpected exception may contain data that the payload encrypts. So
            # the log gets the location only, and the operator's list the type. The errors of an
            # outage are logged together.
            if not self._app.database.outages.note(error):
                log.error("%s %s: %s", job.kind, job.id, location_of(error))
            return Failure(location_of(error))
        return None

    def _now(self) -> datetime:
        """Return the time that leases are kept by, which is the database's.

        A worker whose clock is ahead would take the jobs that others are running.
        """
        return self._app.now() - self._difference

    def _ahead(self) -> timedelta:
        """Return how long before its time a new job is taken: the web processes beside this worker
        have its clock, and nobody is to wait for their emails."""
        return min(max(self._difference, timedelta(0)), MAX_CLOCK_DIFFERENCE)

    def _compare_clocks(self) -> None:
        if self._app.database.dialect != "postgresql":
            return
        with self._app.database.session(read_only=True) as session:
            # Asked again after a slow answer, because the server may have hung for a moment.
            for _ in range(2):
                session.connection()
                asked_at = time.monotonic()
                difference = utc_now() - queries.get_database_time(session)
                if time.monotonic() - asked_at < SAME_TIME.total_seconds():
                    self._difference = difference if abs(difference) > SAME_TIME else timedelta(0)
                    return

    def _is_clock_wrong(self) -> bool:
        return abs(self._difference) > MAX_CLOCK_DIFFERENCE

    def _check_clock(self) -> None:
        """Raise RetryLater if this machine's clock was far from the database's when the job was
        taken. SQLite has none."""
        if self._is_clock_wrong():
            seconds = self._difference.total_seconds()
            where = "ahead of" if seconds > 0 else "behind"
            raise RetryLater(f"This machine's clock is {abs(seconds):.0f} s {where} PostgreSQL's.")

    def _close_attempt(self, close: Callable[[Session], bool]) -> None:
        """Store the result of a job, retrying until the lease ends.

        Giving up after the first failure would, for example, send a sent mail again.
        """
        deadline = time.monotonic() + self._lease.total_seconds()
        while True:
            try:
                with self._app.database.transaction() as session:
                    if not close(session):
                        log.warning("A job's lease expired before the job was finished.")
                    return
            except SQLAlchemyError as error:
                self._app.database.outages.note(error)
                if time.monotonic() > deadline:
                    log.error("The result of a job could not be stored: %s", type(error).__name__)
                    return
                time.sleep(1)

    def _log_error(self, error: SQLAlchemyError) -> None:
        if not self._app.database.outages.note(error):
            log.error("A statement of the queue failed: %s", describe_database_error(error))

    def _renew_until(self, finished: threading.Event) -> None:
        looked_at = time.monotonic()
        while not finished.wait(self._lease.total_seconds() / 3):
            try:
                self._renew()
                if time.monotonic() - looked_at >= CLOCK_SECONDS:
                    looked_at = time.monotonic()
                    moved = self._tend_queue()
                    if moved:
                        log.warning(
                            "Brought %d jobs forward, which a clock that was ahead postponed.",
                            moved,
                        )
            except SQLAlchemyError as error:
                self._log_error(error)

    def _renew(self) -> None:
        with self._lock:
            leases = dict(self._leases)
        if leases:
            self._compare_clocks()
            with self._app.database.transaction() as session:
                queries.renew(session, leases, self._now(), self._lease)

    def _tend_queue(self) -> int:
        """Add the periodic jobs that are missing, such as after an import, and bring forward those
        that a clock that was ahead postponed. Return the number of the latter."""
        self._compare_clocks()
        with self._app.database.transaction() as session:
            periodic, now = self._registry.periodic, self._now()
            queries.ensure_periodic(session, periodic, now)
            return bring_forward(session, periodic, now)
