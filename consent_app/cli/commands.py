"""The commands, each in a module that is imported when it is called."""

from __future__ import annotations

import importlib
from typing import NamedTuple

import click


class LazyCommand(NamedTuple):
    """Where a command is, and its line in ``--help``."""

    module: str
    help: str
    hidden: bool = False
    name: str = "command"


COMMANDS = {
    "serve": LazyCommand("cli.serve", "Migrate the database, then run web processes and a worker."),
    "web": LazyCommand("cli.web", "Answer HTTP requests, on every core."),
    "worker": LazyCommand(
        "cli.worker", "Run background jobs, such as sending mail, in one process."
    ),
    "migrate": LazyCommand(
        "maintenance.migrate",
        "Migrate the database to this release's schema.",
        name="migrate_command",
    ),
    "distribute": LazyCommand(
        "maintenance.migrate",
        "Spread receipts over a cluster, with Citus.",
        name="distribute_command",
    ),
    "check": LazyCommand(
        "maintenance.check", "Report all problems with settings, database and Redis."
    ),
    "backup": LazyCommand(
        "maintenance.backup",
        "Back up the SQLite database while the service runs.",
        name="backup_command",
    ),
    "restore": LazyCommand(
        "maintenance.backup", "Replace the SQLite database with a backup.", name="restore_command"
    ),
    "jobs": LazyCommand("maintenance.jobs", "List jobs, and requeue failed ones."),
    "keys": LazyCommand("maintenance.keys", "Create and rotate secret keys."),
    "mail": LazyCommand(
        "maintenance.mail", "Test the mail server, and process unsubscribe requests."
    ),
    "database": LazyCommand(
        "maintenance.database", "Show the database's state, and move to PostgreSQL."
    ),
    "db": LazyCommand("maintenance.database", "Short for database.", hidden=True),
    "workspace": LazyCommand(
        "admin.workspaces", "List, create, suspend, resume and delete workspaces."
    ),
    "user": LazyCommand("admin.users", "List, create, manage and delete accounts."),
    "domain": LazyCommand("admin.domains", "List, show, suspend, resume and delete domains."),
    "api-key": LazyCommand("admin.api_keys", "List, show and revoke the API keys of a workspace."),
    "audit": LazyCommand("admin.audit", "Read the audit log."),
    "demo": LazyCommand("admin.demo", "Fill a workspace with generated receipts."),
    "receipts": LazyCommand("admin.receipts", "Export receipts, and erase a visitor's."),
    "fork-server": LazyCommand(
        "cli.fork_server", "The process that serve and web fork from.", hidden=True
    ),
    # The name of `web` in release 0.1.
    "server": LazyCommand("cli.web", "Answer HTTP requests, on every core.", hidden=True),
}


class LazyGroup(click.Group):
    """A group that imports its commands when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names that ``--help`` shows, in its order."""
        return [name for name, entry in COMMANDS.items() if not entry.hidden]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command, None for an unknown name.

        The context's object is called with the name once the command is imported.
        """
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = importlib.import_module(f"consent_app.{entry.module}")
        if ctx.obj is not None:
            ctx.obj(cmd_name)
        command: click.Command = getattr(module, entry.name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].help) for name in self.list_commands(ctx)])


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from consent_app.version import version

        click.echo(f"consent-app {version()}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Each command reads its settings from an INI file and from CONSENT_… variables.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def consent_app() -> None:
    """Run and operate the consent management service."""
