"""``consent-app worker``: one process that runs jobs. Start as many as you need."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import click

from consent_app import make_app
from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.cli.metrics import collect_metrics
from consent_app.cli.processes import announce_ready
from consent_app.jobs.worker import Worker
from consent_app.mail.self_test import check_serialiser
from consent_app.processes.shutdown import Stopping
from consent_app.readiness.start import check_when_available

if TYPE_CHECKING:
    from pyramid.router import Router

log = logging.getLogger(__name__)


@click.command()
@ini_argument
def command(ini: str | None) -> None:
    """Run background jobs, such as sending mail, in one process.

    Start as many as needed, on any number of machines.
    """
    stopping = Stopping()
    settings = settings_of(ini)
    start_logging(ini, settings)
    with collect_metrics(settings):
        # The features register their handlers as they do in the web process.
        run_worker(make_app(settings), stopping)


def run_worker(router: Router, stopping: Stopping, ready: int | None = None) -> int:
    """Do jobs until asked to stop; return the exit status. ``ready`` is notified at the start.

    Raises UnsafeMailError if an email's text could reach its headers.
    """
    check_serialiser()
    app, jobs = router.registry.application, router.registry.jobs
    app.traces.start()
    check_when_available(app, stopping.requested)
    announce_ready(ready, stopping)
    log.info("Working with %d threads", app.settings.worker_threads)
    Worker(app, jobs).run(stopping.requested, threads=app.settings.worker_threads)
    app.database.dispose()
    app.traces.stop()
    log.info("The worker has ended.")
    return 0
