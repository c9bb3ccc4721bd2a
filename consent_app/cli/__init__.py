"""The commands an operator types: ``consent-app SUBCOMMAND``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from sqlalchemy.exc import OperationalError

from consent_app.cli import (
    jobs,
    keys,
    mail,
    migrate,
    receipts,
    serve,
    server,
    users,
    worker,
    workspaces,
)
from consent_app.cli.listening import PortTakenError
from consent_app.errors import AppError
from consent_app.settings import SettingsError
from consent_app.settings.privacy import UMASK

_COMMANDS = (serve, server, worker, migrate, jobs, keys, mail, workspaces, users, receipts)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of every sub-command."""
    parser = argparse.ArgumentParser(prog="consent-app", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="SUBCOMMAND")
    for command in _COMMANDS:
        command.add_to(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit status (2 for what the operator can mend)."""
    args = make_parser().parse_args(arguments)
    # Databases, mails, exports, keys: whatever a command makes is for its own user alone.
    os.umask(UMASK)
    try:
        status: int = args.run(args)
    except (SettingsError, PortTakenError) as error:
        print(f"consent-app: {error}", file=sys.stderr)
        return 2
    except AppError as error:
        print(f"consent-app: {error.detail}", file=sys.stderr)
        return 2
    except OperationalError as error:
        # The driver's words name host and user at most; SQLAlchemy's own would add the statement.
        print(f"consent-app: The database does not answer: {error.orig}".strip(), file=sys.stderr)
        return 2
    return status
