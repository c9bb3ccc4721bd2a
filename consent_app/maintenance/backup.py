"""``consent-app backup`` and ``restore``, for SQLite."""

from __future__ import annotations

from pathlib import Path

import click

from consent_app.application import utc_now
from consent_app.cli.ini import ini_option, settings_of
from consent_app.cli.output import Progress, confirm, removing_unfinished, yes_option
from consent_app.db.engine import sqlite_file
from consent_app.maintenance import sqlite_backup
from consent_app.settings import Settings, SettingsError


def _refuse_streams(ctx: click.Context, param: click.Parameter, value: Path) -> Path:
    # Of other commands this is standard output: here a file of this name would surprise.
    if str(value) == "-":
        raise click.BadParameter("name a file: standard input and output cannot be one.")
    return value


# Whether the file can be read is said with the user who cannot read it.
_file_argument = click.argument(
    "file", type=click.Path(path_type=Path, readable=False), callback=_refuse_streams
)


@click.command()
@_file_argument
@ini_option
def backup_command(file: Path, ini: str | None) -> None:
    """Back up the SQLite database to the new FILE, while the service runs.

    The backup is consistent, verified, and readable only by the current user. Keep the secret keys
    elsewhere: without them, the authenticators' secrets in it cannot be read. For PostgreSQL use
    pg_dump.
    """
    database = _file(settings_of(ini), "pg_dump")
    with Progress("pages") as progress, removing_unfinished():
        sqlite_backup.back_up(database, file, progress.show)
    click.echo(f"{file} has {file.stat().st_size:,} bytes.")


@click.command()
@_file_argument
@yes_option
@ini_option
def restore_command(file: Path, yes: bool, ini: str | None) -> None:
    """Replace the SQLite database with the backup FILE.

    Stop every server and worker first. The former database is kept next to it. Run `consent-app
    migrate`, start with the same secret keys, and repeat the erasures since the backup.
    """
    database = _file(settings_of(ini), "pg_restore")
    sqlite_backup.check_whole(file)
    confirm(f"What {database} has recorded since the backup will be lost. Continue?", yes=yes)
    with Progress("pages") as progress, removing_unfinished():
        former = sqlite_backup.restore(file, database, utc_now(), progress.show)
    click.echo(f"Restored {database} from {file}.")
    if former is not None:
        click.echo(f"The former database is {former}.")


def _file(settings: Settings, program: str) -> Path:
    file = sqlite_file(settings.database_url)
    if file is None:
        raise SettingsError(
            f"This command is for SQLite. For PostgreSQL, use {program}: see docs/self-hosting.md."
        )
    return file
