"""``consent-app web``: processes that answer HTTP, for systemd or a container."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from consent_app import make_app
from consent_app.cli.counting import counting
from consent_app.cli.fitness import check_when_there
from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.cli.processes import (
    child_options,
    say_ready,
    supervise,
    web_places,
    workers_option,
)
from consent_app.events.refusals import Refusals
from consent_app.server.http import HttpServer
from consent_app.server.listener import listen
from consent_app.server.logs import WSGIApp, log_accesses
from consent_app.server.own_hosts import own_hosts
from consent_app.server.shutdown import GRACE_SECONDS, Stopping
from consent_app.settings import Settings

log = logging.getLogger(__name__)


@click.command()
@workers_option
# Given by the supervisor: the socket that it has opened, those of the others, the core to run on.
@click.option("--socket", "socket_number", type=int, hidden=True)
@click.option("--neighbour", "neighbours", type=int, multiple=True, hidden=True)
@click.option("--core", type=int, hidden=True)
@child_options
@ini_argument
def command(ini: str | None, **options: Any) -> int:
    """Answer HTTP requests, for systemd or a container.

    Run `consent-app migrate` before and `consent-app worker` beside it; `consent-app serve` does
    all three. A process that dies is started again; SIGHUP replaces one process after the other,
    without refusing a connection. With one process (--workers 1) there is none to do that.
    """
    if options["core"] is not None:
        # Before anything makes threads: they run where this one does.
        os.sched_setaffinity(0, {options["core"]})
    stopping = Stopping(options["parent"])
    settings = settings_of(ini)
    start_logging(ini, settings)
    number = options["workers"] or settings.workers
    if options["socket_number"] is not None:
        listener = socket.socket(fileno=options["socket_number"])
    elif number > 1:
        return _supervise(settings, ini, number, stopping)
    else:
        listener = listen(settings.host, settings.port)
    # Where a supervisor started this process, it answers for all of them.
    with counting(settings, serves=options["ready"] is None):
        server = partial(
            HttpServer,
            listener=listener,
            threads=settings.threads,
            neighbours=[socket.socket(fileno=number) for number in options["neighbours"]],
        )
        unanswered = _serve(settings, server, stopping, options["ready"])
    logging.shutdown()
    # A thread that still works on a request that was cut off would keep the process.
    os._exit(1 if unanswered else 0)


def _supervise(settings: Settings, ini: str | None, number: int, stopping: Stopping) -> int:
    places = web_places(settings, ini, number)
    if settings.rate_limit_storage.startswith("memory:"):
        log.warning(
            "Each of %d web processes counts rate limits for itself: set"
            " consent.rate_limit_storage to have them counted together.",
            number,
        )
    return supervise(settings, places, stopping)


def _serve(
    settings: Settings,
    make_server: Callable[[WSGIApp], HttpServer],
    stopping: Stopping,
    ready: int | None,
) -> int:
    """Serve until asked to stop; return how many requests were cut off."""
    app = make_app(settings)
    check_when_there(app.registry.application, stopping)
    wsgi: WSGIApp = own_hosts(app, settings) if settings.development else app
    wsgi = log_accesses(wsgi) if settings.access_log else wsgi
    server = make_server(wsgi)
    stopping.call(server.stop)
    log.info("Serving on %s port %d", settings.host, settings.port)
    if settings.development:
        click.echo(_welcome(settings), err=True)
    say_ready(ready)
    unanswered = server.run(GRACE_SECONDS)
    app.registry.application.get(Refusals).flush()
    log.info("The server has ended.")
    return unanswered


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
