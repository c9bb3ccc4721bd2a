"""The commands' output with ``--json``: plain JSON values, with the API's member names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from consent_app.application import Application, utc_now
from consent_app.cli.output import instant
from consent_app.maintenance.free_space import find_free_bytes

if TYPE_CHECKING:
    from datetime import datetime

    from consent_app.jobs.models import Job
    from consent_app.jobs.queries import JobCounts


def database_status(
    app: Application,
    versions: tuple[str, str | None],
    problem: str | None,
    jobs: JobCounts | None,
) -> dict[str, Any]:
    """Return the state of the database: ``versions`` are the server's and the schema's."""
    oldest = jobs and jobs.oldest
    return {
        "kind": app.database.dialect,
        "version": versions[0],
        "schema": versions[1],
        "ready": problem is None,
        "fault": problem,
        "jobsWaiting": jobs and jobs.waiting,
        "oldestSeconds": round((utc_now() - oldest).total_seconds()) if oldest else None,
        "jobsFailing": jobs and jobs.failing,
        "jobsDead": jobs and jobs.dead,
        "connectionsPerProcess": app.database.options.max_connections,
        "freeBytes": find_free_bytes(app.settings.database_url),
    }


def job(row: Job, now: datetime) -> dict[str, Any]:
    """Return a job as a row of a list. Its payload, which may be secret, is not part of it."""
    is_running = row.lease_id is not None and row.run_at > now
    return {
        "id": str(row.id),
        "kind": row.kind,
        "state": "dead" if row.died_at is not None else "running" if is_running else "waiting",
        "attempts": row.attempts,
        "runAt": instant(row.run_at),
        "lastError": row.last_error,
    }
