"""Finding jobs that wait longer than they should, and bringing them forward."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import and_, bindparam, or_, select, update
from sqlalchemy.orm import Session

from consent_app.db.session import affected_rows
from consent_app.jobs.models import Job
from consent_app.jobs.queries import LONGEST_DELAY

CLOCK_TOLERANCE = timedelta(minutes=1)
"""How far ahead the clock of another machine may be, without its jobs being moved."""
BATCH = 1000
"""How many jobs one transaction brings forward."""


_POSTPONED = (
    select(Job.id, Job.kind, Job.periodic, Job.attempts, Job.created_at, Job.run_at)
    .where(
        Job.died_at.is_(None),
        Job.lease_id.is_(None),
        Job.run_at > bindparam("soon"),
        # Thousands of emails that wait for another attempt must not hide the others.
        or_(
            Job.periodic.is_not(None),
            Job.created_at > bindparam("soon"),
            and_(Job.attempts > 0, Job.run_at > bindparam("latest")),
        ),
    )
    # Those of a clock that was ahead wait longest.
    .order_by(Job.run_at.desc())
    .limit(BATCH)
)


def bring_forward(session: Session, periodic: Mapping[str, timedelta], now: datetime) -> int:
    """Bring forward the jobs that wait longer than they should, some at a time. Return how many.

    These are periodic jobs that wait longer than their period, because it was shortened or a clock
    was ahead, and jobs that were added or failed by a clock that was ahead.
    """
    moved = 0
    times = {"soon": now + CLOCK_TOLERANCE, "latest": now + LONGEST_DELAY}
    for job in session.execute(_POSTPONED, times).all():
        new_times = _times_of(job, periodic, now)
        if new_times is not None:
            # Unless it was taken or moved in the meantime.
            same = (Job.id == job.id, Job.lease_id.is_(None), Job.run_at == job.run_at)
            statement = update(Job).where(*same).values(new_times)
            moved += affected_rows(session, statement.execution_options(synchronize_session=False))
    return moved


def _times_of(
    job: Any, periodic: Mapping[str, timedelta], now: datetime
) -> dict[str, datetime] | None:
    """Return the times of a job that waits longer than it should; None if it does not."""
    if job.periodic is not None:
        period = periodic.get(job.kind, job.run_at - now)
        longest = min(period, LONGEST_DELAY) if job.attempts else period
        if job.run_at > now + longest + CLOCK_TOLERANCE:
            return {"run_at": now if job.attempts else now + period}
        return None
    if job.created_at > now + CLOCK_TOLERANCE:
        wait = timedelta(0) if job.attempts else job.run_at - job.created_at
        return {"run_at": now + wait, "created_at": now}
    return {"run_at": now}
