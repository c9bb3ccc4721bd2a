"""``consent-app migrate`` and ``distribute``: the commands that change the schema."""

from __future__ import annotations

import click

from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.migrations import migrate
from consent_app.migrations.administration import DEFAULT_SHARDS, distribute


@click.command("migrate")
@ini_argument
def migrate_command(ini: str | None) -> None:
    """Migrate the database to this release's schema.

    Waits for another migration in progress. Leaves a database that is up to date unchanged.
    """
    settings = settings_of(ini)
    start_logging(ini, settings)
    if not migrate.upgrade(settings.migration_url):
        click.echo("Nothing to do: the database has this release's schema, or a later one.")


@click.command("distribute")
@click.option(
    "--shards",
    type=click.IntRange(1, 1024),
    metavar="N",
    default=DEFAULT_SHARDS,
    show_default=True,
    help="Parts of each table: at least as many as the cores that all nodes will ever have.",
)
@ini_argument
def distribute_command(shards: int, ini: str | None) -> None:
    """Spread receipts and their counts over the nodes of a Citus cluster, by workspace.

    Stop the service first, and start it again afterwards. Tables that are already distributed are
    left unchanged.
    """
    settings = settings_of(ini)
    start_logging(ini, settings)
    names = distribute(settings.migration_url, shards)
    if names:
        click.echo(f"Distributed: {', '.join(names)}.")
    else:
        click.echo("Nothing to do: the tables are distributed.")
