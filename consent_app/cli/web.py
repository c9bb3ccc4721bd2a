"""``consent-app web``: processes that answer HTTP, for systemd or a container."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from consent_app import make_app
from consent_app.application import Application
from consent_app.cli.counting import counting
from consent_app.cli.fitness import check_when_there
from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.cli.processes import say_ready, supervise, web_places, workers_option
from consent_app.events.refusals import Refusals
from consent_app.readiness.service import Leaving
from consent_app.server.forks import Files
from consent_app.server.http import HttpServer
from consent_app.server.listener import SETTLE_SECONDS, listen, take_no_more
from consent_app.server.logs import WSGIApp, log_accesses
from consent_app.server.own_hosts import own_hosts
from consent_app.server.shutdown import GRACE_SECONDS, Stopping
from consent_app.settings import Settings

if TYPE_CHECKING:
    from pyramid.router import Router

log = logging.getLogger(__name__)


@click.command()
@workers_option
@ini_argument
def command(workers: int | None, ini: str | None) -> int:
    """Answer HTTP requests, for systemd or a container.

    Run `consent-app migrate` first and `consent-app worker` in parallel; `consent-app serve` does
    all three. A process that dies is started again; SIGHUP replaces one process after the other,
    without refusing a connection. With one process (--workers 1) there is none to do that.
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
    stopping.call(lambda: _close_to_others(listener))
    with counting(settings):
        status = _serve(make_app(settings), listener, (), stopping)
    logging.shutdown()
    # A thread that still works on a request that was cut off would keep the process.
    os._exit(status)


def _supervise(settings: Settings, ini: str | None, number: int, stopping: Stopping) -> int:
    places = web_places(settings, number)
    if settings.rate_limit_storage.startswith("memory:"):
        log.warning(
            "Each of %d web processes counts rate limits for itself: set"
            " consent.rate_limit_storage to have them counted together.",
            number,
        )
    return supervise(settings, ini, places, stopping)


def _close_to_others(listener: socket.socket) -> None:
    # With several processes, the supervisor does it for all of them.
    take_no_more([listener])
    time.sleep(SETTLE_SECONDS)


def run_web(router: Router, stopping: Stopping, files: Files) -> int:
    """Serve on the first of the sockets given until asked to stop; return the exit status."""
    own, *others = (socket.socket(fileno=number) for number in files.sockets)
    return _serve(router, own, others, stopping, files.ready)


def _serve(
    router: Router,
    listener: socket.socket,
    neighbours: Sequence[socket.socket],
    stopping: Stopping,
    ready: int | None = None,
) -> int:
    """Serve until asked to stop; return 1 where requests were cut off, else 0."""
    app: Application = router.registry.application
    settings = app.settings
    app.traces.start()
    check_when_there(app, stopping)
    wsgi: WSGIApp = own_hosts(router, settings) if settings.development else router
    wsgi = log_accesses(wsgi) if settings.access_log else wsgi
    server = HttpServer(wsgi, listener, threads=settings.threads, neighbours=neighbours)
    stopping.on_announced(app.get(Leaving).begin)
    stopping.on_announced(server.leave)
    stopping.call(server.stop)
    log.info("Serving on %s port %d", settings.host, settings.port)
    if settings.development:
        click.echo(_welcome(settings), err=True)
    say_ready(ready)
    unanswered = server.run(GRACE_SECONDS)
    app.get(Refusals).flush()
    app.traces.stop()
    log.info("The server has ended.")
    return 1 if unanswered else 0


def _welcome(settings: Settings) -> str:
    origin = settings.base_url
    folder = settings.var_dir / "mail"
    if folder.is_relative_to(Path.cwd()):
        folder = folder.relative_to(Path.cwd())
    mail = "goes to the server that is set"
    if not settings.smtp_url:
        mail = f"{origin}/mailbox/ (files in {folder}/)"
    return f"""
  The service runs at {origin}/ (Ctrl-C ends it)

    the panel: begin here          {settings.public_origin}/register
    a shop with the banner on it   {origin}/demo/
    the API, to read and to try    {origin}/docs/
    the mail it sends              {mail}
"""
