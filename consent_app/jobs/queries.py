"""The queue's queries: add a job, take the next, and store its result."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from consent_app.db.ids import new_id
from consent_app.db.session import affected_rows
from consent_app.db.upserts import upsert
from consent_app.jobs.models import Job

LEASE = timedelta(seconds=60)
"""How long a taken job belongs to its worker, unless renewed. A killed worker's jobs are taken
again after this time."""

MAX_ATTEMPTS = 16
FIRST_DELAY = timedelta(seconds=5)
LONGEST_DELAY = timedelta(hours=4)
"""With these values a job is tried for 10 to 17 hours (13 on average) before it is dead."""


@dataclass(frozen=True, slots=True)
class TakenJob:
    """A job that this worker has taken. ``attempts`` includes this one."""

    id: UUID
    kind: str
    payload: dict[str, Any]
    attempts: int
    lease_id: UUID
    periodic: str | None


# Created once: every worker executes these all the time, and creating one takes longer.
# A worker leaves jobs of an unknown kind to a newer one, which an upgrade starts.
_DUE = and_(
    Job.died_at.is_(None),
    Job.run_at <= bindparam("new_until"),
    or_(Job.run_at <= bindparam("now"), and_(Job.attempts == 0, Job.periodic.is_(None))),
    Job.kind.in_(bindparam("kinds", expanding=True)),
)
_DEAD = Job.died_at.is_not(None)
_ANY_DUE = select(exists().where(_DUE))
_NEXT = (
    select(Job.id)
    .where(_DUE)
    .order_by(Job.run_at, Job.id)
    .limit(1)
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
_TAKE = (
    update(Job)
    .where(Job.id == _NEXT)
    .values(
        attempts=Job.attempts + 1,
        lease_id=bindparam("new_lease_id"),
        run_at=bindparam("lease_end"),
    )
    .returning(Job.id, Job.kind, Job.payload, Job.attempts, Job.lease_id, Job.periodic)
    .execution_options(synchronize_session=False)
)


def enqueue(
    session: Session,
    kind: str,
    payload: dict[str, Any],
    *,
    now: datetime,
    run_at: datetime | None = None,
) -> UUID:
    """Add a job to the caller's transaction, to run from ``run_at`` on (by default immediately).

    ``payload`` is plain JSON, which anybody with the database can read: encrypt secrets in it.
    Returns the job's id.
    """
    job = Job(id=new_id(), kind=kind, payload=payload, created_at=now, run_at=run_at or now)
    session.add(job)
    return job.id


def get_jobs(session: Session, limit: int, *, dead: bool = False) -> list[Job]:
    """Return up to ``limit`` jobs, the oldest first; ``dead``: only dead ones."""
    statement = select(Job).order_by(Job.id).limit(limit)
    if dead:
        statement = statement.where(_DEAD)
    return list(session.scalars(statement))


class JobCounts(NamedTuple):
    """How many jobs are due, and since when the first has been; how many failed and will be tried
    again; how many are dead."""

    waiting: int
    oldest: datetime | None
    failing: int
    dead: int


def count_jobs(session: Session, now: datetime) -> JobCounts:
    """Count the jobs of the queue."""
    waiting = and_(Job.died_at.is_(None), Job.run_at <= now)
    count, oldest = session.execute(select(func.count(), func.min(Job.run_at)).where(waiting)).one()
    failing = and_(Job.died_at.is_(None), Job.last_error.is_not(None))
    failing_count, dead_count = (
        session.scalar(select(func.count()).where(condition)) or 0 for condition in (failing, _DEAD)
    )
    return JobCounts(count, oldest, failing_count, dead_count)


def get_waiting_payloads(session: Session) -> list[dict[str, Any]]:
    """Return the payloads of the jobs that are still to be done."""
    return list(session.scalars(select(Job.payload).where(Job.died_at.is_(None))))


def any_due(session: Session, kinds: Collection[str], now: datetime, ahead: timedelta) -> bool:
    """Return whether ``take`` would find a job, without a lock."""
    values = {"kinds": tuple(kinds), "now": now, "new_until": now + ahead}
    return bool(session.scalar(_ANY_DUE, values))


def take(
    session: Session,
    kinds: Collection[str],
    now: datetime,
    lease: timedelta = LEASE,
    ahead: timedelta = timedelta(0),
) -> TakenJob | None:
    """Take the job of ``kinds`` that has waited longest, for ``lease``. None if none is due.

    ``ahead``: how far ahead of ``now`` the clocks of machines are that add jobs.

    One statement on both databases. On PostgreSQL rows that another worker is taking are skipped;
    on SQLite writers run one after the other.
    """
    times = {"now": now, "new_until": now + ahead, "lease_end": now + lease}
    values = {"kinds": tuple(kinds), "new_lease_id": uuid4(), **times}
    row = session.execute(_TAKE, values).one_or_none()
    return TakenJob(*row) if row is not None else None


def renew(
    session: Session, leases: Mapping[UUID, UUID], now: datetime, lease: timedelta = LEASE
) -> None:
    """Extend the leases to ``lease`` from ``now``. ``leases`` are their jobs, by their own ids."""
    session.execute(
        update(Job)
        # By the primary key too: thousands of jobs may wait for another attempt.
        .where(Job.id.in_(list(leases.values())), Job.lease_id.in_(list(leases)))
        .values(run_at=now + lease)
        .execution_options(synchronize_session=False)
    )


def finish(session: Session, job: TakenJob, now: datetime, period: timedelta | None = None) -> bool:
    """Delete a finished job, or reschedule a periodic one after ``period``.

    False if the lease has passed to another worker, which then owns the job.
    """
    if period is None:
        return _affects_one_row(session, delete(Job).where(_lease_of(job)))
    return _update_taken(session, job, run_at=now + period, attempts=0, last_error=None)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a job failed, for operators. ``for_good`` means that another attempt would not help."""

    reason: str
    for_good: bool = False


def fail(
    session: Session,
    job: TakenJob,
    failure: Failure,
    now: datetime,
    period: timedelta | None = None,
) -> bool:
    """Reschedule a job after a failure, with growing delays, until it is dead.

    A periodic job (``period``) never dies, because its next turn comes, and never waits for longer
    than its period. False as for ``finish``.
    """
    reason = failure.reason
    if not failure.for_good and job.attempts < MAX_ATTEMPTS:
        delay = delay_after(job.attempts)
        run_at = now + (delay if period is None else min(delay, period))
        return _update_taken(session, job, run_at=run_at, last_error=reason)
    if period is not None:
        return _update_taken(session, job, run_at=now + period, attempts=0, last_error=reason)
    return _update_taken(session, job, run_at=now, died_at=now, last_error=reason)


def delay_after(attempts: int) -> timedelta:
    """Return how long to wait after the failed attempt number ``attempts`` (1 is the first).

    The delay doubles each time up to LONGEST_DELAY, and is then reduced at random by up to a half,
    so that jobs that failed together do not run together again.
    """
    full_delay = min(FIRST_DELAY * (1 << min(attempts - 1, 32)), LONGEST_DELAY)
    return full_delay * random.uniform(0.5, 1.0)  # noqa: S311 - nobody gains by guessing it


def ensure_periodic(session: Session, periodic: Mapping[str, timedelta], now: datetime) -> None:
    """Add the row of each periodic job that has none."""
    for kind in periodic:
        row = {"id": new_id(), "kind": kind, "payload": {}, "periodic": kind}
        session.execute(
            upsert(session, Job)
            .values(**row, created_at=now, run_at=now, attempts=0)
            .on_conflict_do_nothing(index_elements=[Job.periodic])
        )


def get_database_time(session: Session) -> datetime:
    """Return the time by the clock of PostgreSQL's machine."""
    now: datetime = session.execute(select(func.clock_timestamp())).scalar_one()
    return now


def requeue_job(session: Session, job_id: UUID, now: datetime) -> int:
    """Requeue the job if it is dead or waits for another attempt. Return 1, or 0 if it is not."""
    return _requeue(session, now, and_(Job.id == job_id, or_(_DEAD, _waits_again(now))))


def requeue_dead_jobs(session: Session, now: datetime) -> int:
    """Requeue all dead jobs. Return how many there were."""
    return _requeue(session, now, _DEAD)


def requeue_waiting_jobs(session: Session, now: datetime) -> int:
    """Requeue all jobs that wait for another attempt. Return how many there were."""
    return _requeue(session, now, _waits_again(now))


def delete_dead_jobs(session: Session, before: datetime) -> None:
    """Delete the jobs that died before an instant."""
    session.execute(
        delete(Job).where(Job.died_at < before).execution_options(synchronize_session=False)
    )


def _waits_again(now: datetime) -> ColumnElement[bool]:
    """Return the condition that the last attempt failed and the next is not due.

    A running job has a lease.
    """
    return and_(
        Job.died_at.is_(None),
        Job.lease_id.is_(None),
        Job.last_error.is_not(None),
        Job.run_at > now,
    )


def _requeue(session: Session, now: datetime, condition: ColumnElement[bool]) -> int:
    # A row that is locked is being taken by a worker. Waiting for it could be a deadlock.
    rows = select(Job.id).where(condition).with_for_update(skip_locked=True)
    return affected_rows(
        session,
        update(Job)
        .where(Job.id.in_(rows))
        .values(died_at=None, attempts=0, lease_id=None, run_at=now)
        .execution_options(synchronize_session=False),
    )


def _lease_of(job: TakenJob) -> ColumnElement[bool]:
    return and_(Job.id == job.id, Job.lease_id == job.lease_id)


def _update_taken(session: Session, job: TakenJob, **values: Any) -> bool:
    return _affects_one_row(
        session, update(Job).where(_lease_of(job)).values(lease_id=None, **values)
    )


def _affects_one_row(session: Session, statement: Any) -> bool:
    return affected_rows(session, statement.execution_options(synchronize_session=False)) == 1
