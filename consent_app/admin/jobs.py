"""``consent-app jobs``: waiting and dead jobs, and running dead ones again."""

from __future__ import annotations

from uuid import UUID

import click

from consent_app.application import utc_now
from consent_app.cli.ini import ini_argument, settings_of
from consent_app.db.session import Database
from consent_app.jobs import queries
from consent_app.jobs.models import Job


@click.group()
def command() -> None:
    """List jobs, and requeue dead ones."""


@command.command("list")
@click.option("--dead", is_flag=True, help="Only dead jobs.")
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, help="How many.")
@ini_argument
def list_jobs(dead: bool, limit: int, ini: str | None) -> None:
    """List jobs, the oldest first.

    One line for each: id, kind, state, attempts, when it is due, and its last error.
    """
    database = Database(settings_of(ini).database_url)
    with database.session(read_only=True) as session:
        jobs = queries.get_jobs(session, limit, dead=dead)
        for job in jobs:
            due = f"{job.run_at:%Y-%m-%dT%H:%M:%SZ}"
            words = (job.id, job.kind, _state(job), job.attempts, due, job.last_error or "-")
            click.echo("\t".join(str(word) for word in words))
    if not jobs:
        # Not on standard output, which another program may read line by line.
        click.echo("No job is dead." if dead else "There are no jobs.", err=True)
    database.dispose()


@command.command("requeue")
@click.option("--id", "job_id", type=UUID, help="The job with this id.")
@click.option("--all", "every", is_flag=True, help="All dead jobs.")
@ini_argument
def requeue_jobs(job_id: UUID | None, every: bool, ini: str | None) -> int:
    """Run dead jobs again: one (--id) or all (--all).

    The exit status is 1 if there was none.
    """
    if (job_id is None) != every:
        raise click.UsageError("Give either --id or --all.")
    database = Database(settings_of(ini).database_url)
    with database.transaction() as session:
        count = queries.requeue(session, utc_now(), job_id)
    database.dispose()
    click.echo(f"Requeued {count}." if count else "Nothing to do: no such job is dead.")
    return 0 if count else 1


def _state(job: Job) -> str:
    if job.died_at is not None:
        return "dead"
    return "running" if job.lease_id is not None and job.run_at > utc_now() else "waiting"
