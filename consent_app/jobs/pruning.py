"""Dead jobs are kept for a while, for the operator who fixes their cause and requeues them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import delete

from consent_app.application import Application
from consent_app.jobs.models import Job

DEAD_FOR = timedelta(days=30)


def prune_dead_jobs(app: Application, payload: dict[str, Any]) -> None:
    """Delete the jobs that have been dead for longer than DEAD_FOR."""
    with app.database.transaction() as session:
        session.execute(
            delete(Job)
            .where(Job.died_at < app.now() - DEAD_FOR)
            .execution_options(synchronize_session=False)
        )
