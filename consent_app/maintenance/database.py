"""``consent-app database``: the state of the database, and whether it fits this release."""

from __future__ import annotations

import click
from alembic.migration import MigrationContext
from sqlalchemy.exc import DBAPIError

from consent_app.application import Application, utc_now
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import json_option, print_row
from consent_app.db.explanations import explanation
from consent_app.jobs.queries import JobCounts, count_jobs
from consent_app.maintenance import schemas
from consent_app.readiness.compatibility import NotReadyError, check_database, check_writing


@click.group()
def command() -> None:
    """Show the state of the database."""


@command.command("status")
@json_option
@ini_option
def status(as_json: bool, ini: str | None) -> int:
    """Show the database's kind, version, schema and job queue.

    The exit status is 1 if servers would not start.
    """
    with application_of(ini, checked=False) as app:
        engine = app.database.engine
        problem: str | None = None
        jobs: JobCounts | None = None
        with engine.execution_options(read_only=True).connect() as connection:
            version = ".".join(map(str, connection.dialect.server_version_info or ()))
            revision = MigrationContext.configure(connection).get_current_revision()
            try:
                check_database(app.keys, connection)
            except NotReadyError as error:
                problem = str(error)
        if problem is None:
            problem = _writing_problem(app)
        if problem is None:
            with app.database.session(read_only=True) as session:
                jobs = count_jobs(session, utc_now())
        row = schemas.database_status(app, (version, revision), problem, jobs)
    print_row(row, as_json=as_json)
    return 0 if problem is None else 1


def _writing_problem(app: Application) -> str | None:
    try:
        with app.database.autonomous_engine.begin() as connection:
            check_writing(connection)
    except DBAPIError as error:
        return explanation(error) or "The database accepts no writes."
    return None
