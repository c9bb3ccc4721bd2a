"""``consent-app worker``: one process that does the jobs. Start as many as there is work for."""

from __future__ import annotations

import logging

import click

from consent_app import make_app
from consent_app.cli.counting import counting
from consent_app.cli.fitness import check_when_there
from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.cli.processes import child_options, say_ready
from consent_app.jobs.worker import Worker
from consent_app.server.shutdown import Stopping

log = logging.getLogger(__name__)


@click.command()
@child_options
@ini_argument
def command(parent: int | None, ready: int | None, ini: str | None) -> None:
    """Do the jobs, such as sending mail, in one process.

    Start as many as there is work for, on any number of machines.
    """
    stopping = Stopping(parent)
    settings = settings_of(ini)
    start_logging(ini, settings)
    with counting(settings, serves=ready is None):
        # The features register their handlers as they do in the web process.
        registry = make_app(settings).registry
        check_when_there(registry.application, stopping)
        say_ready(ready)
        log.info("Working with %d threads", settings.worker_threads)
        Worker(registry.application, registry.jobs).run(
            stopping.requested, threads=settings.worker_threads
        )
        registry.application.database.dispose()
    log.info("The worker has ended.")
