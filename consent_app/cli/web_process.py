"""One web process, from its start to its end."""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from consent_app.application import Application
from consent_app.cli.processes import announce_ready
from consent_app.events.refusals import Refusals
from consent_app.processes.forks import Files
from consent_app.processes.shutdown import GRACE_SECONDS, Stopping
from consent_app.readiness.compatibility import Leaving
from consent_app.readiness.start import check_when_available
from consent_app.server.http import HttpServer
from consent_app.server.logs import WSGIApp, log_accesses
from consent_app.server.memory import share_arenas
from consent_app.server.own_hosts import own_hosts
from consent_app.settings import Settings

if TYPE_CHECKING:
    from pyramid.router import Router

log = logging.getLogger(__name__)

REPLACEMENT_SECONDS = 1.0
"""How long a process without a database waits before it serves. If it was started to replace a
process that still serves, the supervisor ends it in that time."""


def run_web(router: Router, stopping: Stopping, files: Files) -> int:
    """Serve on the first of the sockets given until asked to stop; return the exit status."""
    listener, *neighbours = (socket.socket(fileno=number) for number in files.sockets)
    return serve(router, listener, neighbours, stopping, files.ready)


def serve(
    router: Router,
    listener: socket.socket,
    neighbours: Sequence[socket.socket],
    stopping: Stopping,
    ready: int | None = None,
) -> int:
    """Serve until asked to stop; return 1 if requests were cut off, else 0."""
    share_arenas()
    app: Application = router.registry.application
    settings = app.settings
    app.traces.start()
    is_able = check_when_available(app, stopping.requested)
    if ready is not None and not is_able:
        announce_ready(ready, stopping, able=False)
        if stopping.requested.wait(REPLACEMENT_SECONDS):
            app.traces.stop()
            return 0
    wsgi: WSGIApp = own_hosts(router, settings) if settings.development else router
    wsgi = log_accesses(wsgi) if settings.access_log else wsgi
    server = HttpServer(wsgi, listener, threads=settings.threads, neighbours=neighbours)
    stopping.on_announced(app.get(Leaving).begin)
    stopping.on_announced(server.leave)
    stopping.on_requested(server.stop)
    log.info("Serving on %s port %d", settings.host, settings.port)
    if settings.development and settings.log_format == "plain":
        click.echo(_welcome(settings), err=True)
    if ready is None or is_able:
        announce_ready(ready, stopping)
    unanswered = server.run(GRACE_SECONDS)
    app.get(Refusals).flush()
    # The last one to leave an SQLite database merges its log into the file.
    app.database.dispose()
    app.traces.stop()
    log.info("The server has ended.")
    return 1 if unanswered else 0


def _welcome(settings: Settings) -> str:
    origin = settings.base_url
    folder = settings.var_dir / "mail"
    if folder.is_relative_to(Path.cwd()):
        folder = folder.relative_to(Path.cwd())
    mail = "sent to the configured server"
    if not settings.smtp_url:
        mail = f"{origin}/mailbox/ (files in {folder}/)"
    return f"""
  The service runs at {origin}/ (Ctrl-C ends it)

    the panel (start here)         {settings.public_origin}/register
    a shop with a banner           {origin}/demo/
    the API reference              {origin}/docs/
    mail                           {mail}
"""
