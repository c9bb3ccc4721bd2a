"""Shared code of the commands that run processes: options, and the slots of web processes."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import suppress

import click

from consent_app.cli.metrics import collect_metrics
from consent_app.metrics.shared_counts import forget_process
from consent_app.processes.forks import ABLE, UNABLE, Order
from consent_app.processes.shutdown import Stopping
from consent_app.processes.supervisor import ProcessSlot, StartFailedError, Supervisor
from consent_app.server.listener import listen_often
from consent_app.settings import Settings

workers_option = click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="The number of web processes.  [default: consent.workers: one for each core]",
)


def announce_ready(ready: int | None, stopping: Stopping, *, able: bool = True) -> None:
    """Report that this process is ready: to the supervisor, with whether the process is able to do
    its work, or to the service manager if it has no supervisor (``ready`` is None)."""
    if ready is None:
        stopping.report_ready()
        return
    with suppress(BrokenPipeError):
        os.write(ready, ABLE if able else UNABLE)
    os.close(ready)


def web_slots(settings: Settings, number: int) -> list[ProcessSlot]:
    """Return the slots of web processes, each with its socket; more than one are pinned to cores.

    Raises PortTakenError.
    """
    listeners = listen_often(settings.host, settings.port, number)
    cores: Sequence[int] = sorted(os.sched_getaffinity(0)) if number > 1 else ()
    return [
        ProcessSlot(
            Order("web", f"web {index + 1}", cores[index % len(cores)] if cores else None),
            listener,
        )
        for index, listener in enumerate(listeners)
    ]


def supervise(
    settings: Settings,
    ini: str | None,
    slots: Sequence[ProcessSlot],
    stopping: Stopping,
    first: Order | None = None,
) -> int:
    """Run the processes of these slots until asked to stop, and sum up their metrics.

    ``first`` is carried out before they start. Ends this process; returns the exit status
    if one of them did not start. Raises PortTakenError.
    """
    stopping.delay = settings.shutdown_delay
    command = ["fork-server", *(["--ini", ini] if ini is not None else [])]
    try:
        with collect_metrics(settings):
            Supervisor(command, slots, stopping, first=first, on_exit=forget_process).run()
    except StartFailedError as error:
        return error.status or 1
    logging.shutdown()
    # The port is free now, and another process that needs it should not have to wait any longer.
    os._exit(0)
