"""``consent-app database``: its state, whether it fits this release, and a move to PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import click
from alembic.migration import MigrationContext
from sqlalchemy.exc import DBAPIError

from consent_app.application import Application, utc_now
from consent_app.cli.ini import application_of, ini_option, settings_of
from consent_app.cli.output import Progress, json_option, print_done, print_row
from consent_app.db.engine import create_engine
from consent_app.db.explanations import explanation
from consent_app.jobs.queries import JobCounts, count_jobs
from consent_app.maintenance import schemas
from consent_app.maintenance.free_space import find_space_warning
from consent_app.readiness.compatibility import NotReadyError, check_database, check_writing
from consent_app.settings import SettingsError


@click.group()
def command() -> None:
    """Show the state of the database, and move from SQLite to PostgreSQL."""


@command.command("status")
@json_option
@ini_option
def status(as_json: bool, ini: str | None) -> int:
    """Show the database's kind, version, schema and job queue.

    The exit status is 1 if servers would not start. For SQLite, it also shows the free space of the
    disk, and warns if less than 1 GB is left.
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
        warning = find_space_warning(app.settings.database_url)
    print_row(row, as_json=as_json)
    if warning is not None:
        click.echo(f"Warning: {warning}", err=True)
    return 0 if problem is None else 1


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@json_option
@ini_option
def import_command(file: Path, as_json: bool, ini: str | None) -> None:
    """Fill the new PostgreSQL database with the SQLite database FILE.

    Stop every server and worker first, and make FILE with `consent-app backup`. Then let
    consent.database_url name the new database, and run `consent-app migrate`. The secret keys stay
    the same. If the import fails, the new database stays empty.
    """
    # Imported where it is used: it loads the models of all features.
    from consent_app.maintenance import sqlite_import

    engine = create_engine(settings_of(ini).migration_url, pool_size=1, unlimited=True)
    if engine.dialect.name != "postgresql":
        raise SettingsError(
            "consent.database_url must name the new PostgreSQL database: this command only reads"
            f" the SQLite database {file}."
        )
    try:
        with Progress("rows") as progress:
            count = sqlite_import.fill(engine, file, progress.show)
    finally:
        engine.dispose()
    message = f"Imported {count:,} rows. Start servers and workers with the same secret keys."
    print_done(message, {"rows": count}, as_json=as_json)


def _writing_problem(app: Application) -> str | None:
    try:
        with app.database.autonomous_engine.begin() as connection:
            check_writing(connection)
    except DBAPIError as error:
        return explanation(error) or "The database accepts no writes."
    return None
