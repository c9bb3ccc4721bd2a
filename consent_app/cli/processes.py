"""What the commands that run processes share: their options, and the places of web processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import click

from consent_app.cli.counting import counting
from consent_app.metrics.exposition import forget_process
from consent_app.server.listener import listen_often
from consent_app.server.shutdown import Stopping
from consent_app.server.supervisor import Place, StartFailedError, Supervisor
from consent_app.settings import Settings

workers_option = click.option(
    "--workers",
    type=click.IntRange(1),
    metavar="N",
    help="How many web processes.  [default: consent.workers: one for each core]",
)


def child_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the hidden options that the supervisor gives: the pipe that ends with it, and the one on
    which to say that the process is ready.
    """
    function = click.option("--parent", type=int, hidden=True)(function)
    return click.option("--ready", type=int, hidden=True)(function)


def say_ready(ready: int | None) -> None:
    """Tell the supervisor, if there is one, that this process can do its work."""
    if ready is not None:
        # Nobody listens where this process took the place of one that died.
        with suppress(BrokenPipeError):
            os.write(ready, b"1")
        os.close(ready)


def web_places(settings: Settings, ini: str | None, number: int) -> list[Place]:
    """Return the places of web processes, each with its socket; more than one are pinned to cores.

    Raises PortTakenError.
    """
    listeners = listen_often(settings.host, settings.port, number)
    cores: Sequence[int] = sorted(os.sched_getaffinity(0)) if number > 1 else ()
    return [
        Place(
            f"web process {index + 1}",
            ["web", *ini_arguments(ini)],
            listener=listener,
            core=cores[index % len(cores)] if cores else None,
        )
        for index, listener in enumerate(listeners)
    ]


def ini_arguments(ini: str | None) -> list[str]:
    """Return the arguments that name the file of settings again."""
    return ["--ini", ini] if ini is not None else []


def supervise(settings: Settings, places: Sequence[Place], stopping: Stopping) -> int:
    """Run the processes of these places until told to stop, and count what all of them do.

    Returns the exit status. Raises PortTakenError.
    """
    try:
        with counting(settings):
            Supervisor(places, stopping, on_exit=forget_process).run()
    except StartFailedError as error:
        return error.status or 1
    return 0
