"""``consent-app migrate``: bring the database to this release's schema."""

from __future__ import annotations

import argparse
from typing import Any

from consent_app.cli.ini import add_ini, settings_of, start_logging
from consent_app.db import migrate


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("migrate", help="bring the database to this release's schema")
    add_ini(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Migrate, waiting for another migration that is under way."""
    settings = settings_of(args.ini)
    start_logging(args.ini)
    migrate.upgrade(settings.database_url)
    return 0
