"""``consent-app web``: one process that answers HTTP, for systemd or a container."""

from __future__ import annotations

import logging
import os
import socket
from pathlib import Path

import click

from consent_app import make_app
from consent_app.cli.fitness import check_when_there
from consent_app.cli.ini import ini_argument, settings_of, start_logging
from consent_app.events.refusals import Refusals
from consent_app.server.http import HttpServer
from consent_app.server.listener import listen
from consent_app.server.logs import WSGIApp, log_accesses
from consent_app.server.own_hosts import own_hosts
from consent_app.server.shutdown import GRACE_SECONDS, Stopping
from consent_app.settings import Settings

log = logging.getLogger(__name__)


@click.command()
# Given by `serve`: the socket that it has opened, and the pipe that ends with it.
@click.option("--socket", "socket_number", type=int, hidden=True)
@click.option("--parent", type=int, hidden=True)
@ini_argument
def command(socket_number: int | None, parent: int | None, ini: str | None) -> None:
    """Answer HTTP requests in one process, for systemd or a container.

    Run `consent-app migrate` before and `consent-app worker` beside it; `consent-app serve` does
    all three.
    """
    stopping = Stopping(parent)
    start_logging(ini)
    settings = settings_of(ini)
    if socket_number is not None:
        listener = socket.socket(fileno=socket_number)
    else:
        listener = listen(settings.host, settings.port)
    app = make_app(settings)
    check_when_there(app.registry.application, stopping)
    wsgi: WSGIApp = own_hosts(app, settings) if settings.development else app
    wsgi = log_accesses(wsgi) if settings.access_log else wsgi
    server = HttpServer(wsgi, listener, threads=settings.threads)
    stopping.call(server.stop)
    log.info("Serving on %s port %d", settings.host, settings.port)
    if settings.development:
        click.echo(_welcome(settings), err=True)
    unanswered = server.run(GRACE_SECONDS)
    app.registry.application.get(Refusals).flush()
    log.info("The server has ended.")
    logging.shutdown()
    # A thread that still works on a request that was cut off would keep the process.
    os._exit(1 if unanswered else 0)


def _welcome(settings: Settings) -> str:
    origin = settings.base_url
    folder = settings.var_dir / "mail"
    if folder.is_relative_to(Path.cwd()):
        folder = folder.relative_to(Path.cwd())
    mail = "goes to the server that is set" if settings.smtp_url else f"{folder}/"
    return f"""
  The service runs at {origin}/ (Ctrl-C ends it)

    a shop with the banner on it   {origin}/demo/
    the API, as a document         {origin}/openapi.yaml
    the mail it sends              {mail}
    the first steps                README.md
"""
