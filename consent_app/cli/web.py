"""``consent-app web``: processes that answer HTTP, for systemd or a container."""

from __future__ import annotations

import logging
import os
import signal
import socket
import time

import click

from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.cli.metrics import collect_metrics
from consent_app.cli.processes import supervise, web_slots, workers_option
from consent_app.processes.shutdown import GRACE_SECONDS, Stopping
from consent_app.server.listener import SETTLE_SECONDS, drop_new_connections, listen
from consent_app.settings import Settings

log = logging.getLogger(__name__)


@click.command()
@workers_option
@ini_argument
def command(workers: int | None, ini: str | None) -> int:
    """Answer HTTP requests, for systemd or a container.

    Run `consent-app migrate` first and `consent-app worker` in parallel; `consent-app serve` does
    all three. A process that dies is restarted; SIGHUP replaces one process after the other,
    without refusing a connection. With one process (--workers 1), SIGHUP ends it like SIGTERM.
    """
    stopping = Stopping()
    settings = settings_of(ini)
    start_logging(ini, settings)
    number = workers or settings.workers
    if number > 1:
        return _supervise(settings, ini, number, stopping)
    stopping.delay = settings.shutdown_delay
    stopping.limit = SETTLE_SECONDS + GRACE_SECONDS + 1
    listener = listen(settings.host, settings.port)
    stopping.on_requested(lambda: _close_to_others(listener))
    # No supervisor could replace this process, so it ends, and systemd or the container restarts
    # it.
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        stopping.on_hangup(lambda: os.kill(os.getpid(), signal.SIGTERM))
    with collect_metrics(settings):
        # The supervisor of several processes imports none of these modules.
        from consent_app import make_app
        from consent_app.cli.web_process import serve
        from consent_app.server.memory import permanent_objects

        with permanent_objects():
            app = make_app(settings)
        status = serve(app, listener, (), stopping)
    logging.shutdown()
    # A thread that still works on a request that was cut off would keep the process.
    os._exit(status)


def _supervise(settings: Settings, ini: str | None, number: int, stopping: Stopping) -> int:
    slots = web_slots(settings, number)
    if settings.rate_limit_storage.startswith("memory:"):
        log.warning(
            "Each of %d web processes counts rate limits separately. To count them together,"
            " set consent.rate_limit_storage.",
            number,
        )
    return supervise(settings, ini, slots, stopping)


def _close_to_others(listener: socket.socket) -> None:
    # With several processes, the supervisor does it for all of them.
    drop_new_connections([listener])
    time.sleep(SETTLE_SECONDS)
