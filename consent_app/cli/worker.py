"""``consent-app worker``: one process that does the jobs. Start as many as there is work for."""

from __future__ import annotations

import argparse
import logging
from typing import Any

from consent_app import make_app
from consent_app.cli.ini import add_ini, settings_of, start_logging
from consent_app.cli.stopping import Stopping
from consent_app.jobs.worker import Worker

log = logging.getLogger(__name__)


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("worker", help="do the jobs, such as sending mail")
    add_ini(parser)
    parser.add_argument("--parent", type=int, help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Work until told to stop."""
    stopping = Stopping(args.parent)
    start_logging(args.ini)
    settings = settings_of(args.ini)
    # The features register their handlers as they do in the server.
    registry = make_app(settings).registry
    log.info("Working with %d threads", settings.worker_threads)
    Worker(registry.runtime, registry.jobs).run(stopping.requested, threads=settings.worker_threads)
    registry.runtime.database.dispose()
    log.info("The worker has ended.")
    return 0
