"""``consent-app jobs``: waiting and dead jobs, and running dead ones again."""

from __future__ import annotations

from uuid import UUID

import click

from consent_app.application import utc_now
from consent_app.cli.ini import database_of, ini_argument
from consent_app.cli.output import ID, json_option, print_done, print_rows
from consent_app.jobs import queries
from consent_app.maintenance import schemas


@click.group()
def command() -> None:
    """List jobs, and requeue dead ones."""


@command.command("list")
@click.option("--dead", is_flag=True, help="Only dead jobs.")
@click.option(
    "--limit",
    type=click.IntRange(1, 10_000),
    default=100,
    show_default=True,
    help="The maximum number.",
)
@json_option
@ini_argument
def list_jobs(dead: bool, limit: int, as_json: bool, ini: str | None) -> None:
    """List jobs, the oldest first.

    One line for each: id, kind, state, attempts, when it is due, and its last error.
    """
    with database_of(ini) as database, database.session(read_only=True) as session:
        rows = [schemas.job(job, utc_now()) for job in queries.get_jobs(session, limit, dead=dead)]
    empty = "There are no dead jobs." if dead else "There are no jobs."
    if as_json or not rows:
        print_rows(rows, as_json=as_json, empty=empty)
        return
    for row in rows:
        click.echo("\t".join("-" if value is None else str(value) for value in row.values()))


@command.command("requeue")
@click.option("--id", "job_id", type=ID, help="The job with this id.")
@click.option("--all", "requeue_all", is_flag=True, help="All dead jobs.")
@json_option
@ini_argument
def requeue_jobs(job_id: UUID | None, requeue_all: bool, as_json: bool, ini: str | None) -> int:
    """Run dead jobs again: one (--id) or all (--all).

    The exit status is 1 if there was none.
    """
    if (job_id is None) != requeue_all:
        raise click.UsageError("Give either --id or --all.")
    with database_of(ini) as database, database.transaction() as session:
        count = queries.requeue(session, utc_now(), job_id)
    done = f"Requeued {count}." if count else "Nothing to do: there is no such dead job."
    print_done(done, {"requeued": count}, as_json=as_json)
    return 0 if count else 1
