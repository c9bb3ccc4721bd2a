"""``consent-app migrate``: bring the database to this release's schema."""

from __future__ import annotations

import click

from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.migrations import migrate


@click.command()
@ini_argument
def command(ini: str | None) -> None:
    """Migrate the database to this release's schema.

    Waits for another migration in progress. Leaves a database that is up to date unchanged.
    """
    settings = settings_of(ini)
    start_logging(ini, settings)
    if not migrate.upgrade(settings.migration_url):
        click.echo("Nothing to do: the database has this release's schema, or a later one.")
