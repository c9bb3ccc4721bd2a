"""``consent-app serve``: migrate, then web processes and a worker side by side."""

from __future__ import annotations

import click

from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.cli.processes import supervise, web_slots, workers_option
from consent_app.processes.forks import Order
from consent_app.processes.shutdown import Stopping
from consent_app.processes.supervisor import ProcessSlot


@click.command()
@workers_option
@ini_argument
def command(workers: int | None, ini: str | None) -> int:
    """Migrate the database, then run web processes and a worker.

    A process that dies is restarted. SIGTERM and Ctrl-C finish running requests and stop
    everything; SIGHUP replaces one process after the other, without refusing a connection. The exit
    status is not 0 when one of them did not start.
    """
    stopping = Stopping()
    settings = settings_of(ini)
    start_logging(ini, settings)
    # First of all, so that a port in use is reported before anything else is done.
    slots = web_slots(settings, workers or settings.workers)
    slots.append(ProcessSlot(Order("worker", "worker")))
    return supervise(settings, ini, slots, stopping, Order("prepare", "prepare"))
