"""``consent-app jobs``: waiting and dead jobs, and running failed ones again."""

from __future__ import annotations

from uuid import UUID

import click

from consent_app.application import utc_now
from consent_app.cli.ini import database_of, ini_argument
from consent_app.cli.output import ID, json_option, limit_option, print_done, print_rows
from consent_app.errors import NotFound
from consent_app.jobs import queries
from consent_app.maintenance import schemas


@click.group()
def command() -> None:
    """List jobs, and requeue failed ones."""


@command.command("list")
@click.option("--dead", is_flag=True, help="Only dead jobs.")
@limit_option
@json_option
@ini_argument
def list_jobs(dead: bool, limit: int, as_json: bool, ini: str | None) -> None:
    """List jobs, the oldest first.

    Each with its id, kind, state, attempts, when it is due, and its last error.
    """
    with database_of(ini) as database, database.session(read_only=True) as session:
        rows = [schemas.job(job, utc_now()) for job in queries.get_jobs(session, limit, dead=dead)]
    empty = "There are no dead jobs." if dead else "There are no jobs."
    print_rows(rows, as_json=as_json, empty=empty)


@command.command("requeue")
@click.option("--id", "job_id", type=ID, metavar="ID", help="The job with this id.")
@click.option("--all", "all_dead", is_flag=True, help="All dead jobs.")
@click.option("--waiting", is_flag=True, help="All jobs that wait for another attempt.")
@json_option
@ini_argument
def requeue_jobs(
    job_id: UUID | None, all_dead: bool, waiting: bool, as_json: bool, ini: str | None
) -> None:
    """Run failed jobs again now, for example once the mail server works again.

    A job that failed waits for another attempt, up to four hours, and is dead after the last one.
    """
    if (job_id is not None) + all_dead + waiting != 1:
        raise click.UsageError("Give one of --id, --all and --waiting.")
    with database_of(ini) as database, database.transaction() as session:
        if job_id is not None:
            count = queries.requeue_job(session, job_id, utc_now())
        elif all_dead:
            count = queries.requeue_dead_jobs(session, utc_now())
        else:
            count = queries.requeue_waiting_jobs(session, utc_now())
    if job_id is not None and not count:
        raise NotFound(
            f"No job with the id {job_id} is dead or waits for another attempt."
            " `consent-app jobs list` lists the jobs."
        )
    none = "there are no dead jobs" if all_dead else "no job waits for another attempt"
    done = f"Requeued {count}." if count else f"Nothing to do: {none}."
    print_done(done, {"requeued": count}, as_json=as_json)
