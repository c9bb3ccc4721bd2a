"""The commands an operator types: ``consent-app COMMAND``.

Each command's module is imported when it is called, and ``--help`` is read from a file
(``cli.help``), so that it answers immediately.
"""

from __future__ import annotations

import errno
import importlib
import os
import select
import signal
import sys
from collections.abc import Sequence
from typing import NamedTuple

import click

from consent_app.cli.help import stored_help

READER_LEFT = 128 + signal.SIGPIPE
"""The exit status if the program that reads the output ends first: the one that shells report."""


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
        "cli.migrate", "Migrate the database to this release's schema.", name="migrate_command"
    ),
    "distribute": LazyCommand(
        "cli.migrate", "Spread receipts over a cluster, with Citus.", name="distribute_command"
    ),
    "check": LazyCommand("cli.check", "Report all problems with settings and database."),
    "backup": LazyCommand(
        "admin.backup", "Back up the SQLite database while the service runs.", name="backup_command"
    ),
    "restore": LazyCommand("admin.backup", "Restore such a backup.", name="restore_command"),
    "jobs": LazyCommand("admin.jobs", "List jobs, and requeue dead ones."),
    "keys": LazyCommand("cli.keys", "Create and rotate secret keys."),
    "mail": LazyCommand("admin.mail", "Test the mail server, and process unsubscribe requests."),
    "database": LazyCommand("admin.database", "Show the state of the database."),
    "db": LazyCommand("admin.database", "Short for database.", hidden=True),
    "workspace": LazyCommand(
        "admin.workspaces", "List, create, suspend, resume and delete workspaces."
    ),
    "user": LazyCommand("admin.users", "List, create, manage and delete accounts."),
    "domain": LazyCommand("admin.domains", "List, show and delete the domains of a workspace."),
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
        """Import and return a command, None for an unknown name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        module = importlib.import_module(f"consent_app.{entry.module}")
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status (2 for an error that the operator can fix)."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    # Only the user who runs a command may read the files that it writes: databases, mails, exports,
    # keys.
    os.umask(0o077)
    try:
        if (text := stored_help(words)) is not None:
            click.echo(text)
            return 0
        name_connections(words)
        status = consent_app.main(words, prog_name="consent-app", standalone_mode=False)
    except (BrokenPipeError, SystemExit):
        # click ends the process for a broken pipe.
        if not _reader_left():
            raise
        # Discard the output that would still be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_LEFT
    except click.Abort:
        click.echo("Cancelled.", err=True)
        return 1
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Exception as error:
        click.echo(f"consent-app: {explanation(error)}", err=True)
        return 2
    return status if isinstance(status, int) else 0


def _reader_left() -> bool:
    """Return whether the program that reads standard output has ended, such as ``head``."""
    try:
        poll = select.poll()
        poll.register(sys.stdout.fileno(), 0)
    except (AttributeError, OSError, ValueError):
        return False
    return any(event & select.POLLERR for _, event in poll.poll(0))


def name_connections(words: Sequence[str]) -> None:
    """Name the command in PostgreSQL's list of sessions, through libpq's own variable.

    A name that the operator has set stays. A name that was inherited from the command that started
    this one does not.
    """
    if os.environ.get("PGAPPNAME", "consent-app").startswith("consent-app"):
        name = next((word for word in words if not word.startswith("-")), "")
        os.environ["PGAPPNAME"] = f"consent-app {name}".strip()


def explanation(error: Exception) -> str:
    """Explain an error that an operator can fix. Raises any other error again."""
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    from consent_app.db.explanations import explanation
    from consent_app.errors import AppError
    from consent_app.settings.error import OperatorError

    if isinstance(error, OperatorError):
        return str(error)
    if isinstance(error, AppError):
        return error.detail
    if isinstance(error, DBAPIError | SQLAlchemyError) and (text := explanation(error)):
        return text
    if isinstance(error, ModuleNotFoundError | OSError):
        return _missing(error)
    raise error


_OF_A_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)


def _missing(error: ModuleNotFoundError | OSError) -> str:
    if isinstance(error, OSError):
        if error.filename is None:
            if error.errno not in _OF_A_DISK:
                raise error
            return f"{error.strerror}."
        return f"{error.filename}: {error.strerror}."
    return f"The Python package {error.name} is not installed."
